import { z } from 'zod';
import { phrase } from '../../../core/language.ts';
import { masked, ref, say, type Text } from '../../../core/message.ts';
import { ok } from '../../../core/result.ts';
import { type Line, line, step } from '../../../rules/lines.ts';
import { combatant, oneOf, text } from '../../../rules/params.ts';
import { commanded, noTarget } from '../checks.ts';
import { grips } from '../sheet.ts';
import type { CastPlan } from '../spells/plan.ts';
import { bodyCalled, type Placed, query, type State } from '../state.ts';
import { freshTurn } from '../turns.ts';
import { visibilityOf } from '../visibility.ts';
import { abilities, attackTargets, plannedAbility, sections, weaponsHeld } from './attack.ts';
import { type AtLeast, attackChances, castChances, meanUpTo } from './chances.ts';
import { type AttackPlan, planAttack } from './plan.ts';

/** Of any damage: the tail of a chain dies out geometrically, so that what lies beyond counts for nothing. */
const meanOf = (atLeast: AtLeast): number => meanUpTo(atLeast, 2000);

interface Odds {
  readonly hit: number;
  /** Of a hit. */
  readonly meanDamage: number;
  /** Of the attack as a whole. */
  readonly fells: number;
}

const attackOdds = (state: State, plan: AttackPlan): Odds => {
  const { hit, deals } = attackChances(state, plan);
  return { hit, meanDamage: meanOf(deals), fells: hit * deals(Math.max(1, plan.target.body.hp)) };
};

interface AbilityOdds {
  readonly resisted: number;
  /** Of those who do not resist. */
  readonly meanDamage: number;
  /** Of those who resist: nothing, unless it is halved. */
  readonly meanResisted: number;
  readonly fells: number;
}

/** Of an ability that is resisted, against one target. A fumbled one harms as little as one that is resisted altogether. */
const abilityOdds = (state: State, plan: CastPlan, target: Placed): AbilityOdds => {
  const { failed, resisted, whole, halved } = castChances(state, plan, target);
  const least = Math.max(1, target.body.hp);
  return {
    resisted: resisted + failed,
    meanDamage: meanOf(whole),
    meanResisted: meanOf(halved),
    fells: (1 - resisted - failed) * whole(least) + resisted * halved(least),
  };
};

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

const onAverage = (damage: number): string => phrase`${Math.round(damage * 10) / 10} damage on average`;

const abilityLines = (
  { resisted, meanDamage, meanResisted, fells }: AbilityOdds,
  foe: Placed,
  told: (term: string) => boolean,
): readonly Line<Text>[] => [
  line(say`Resisted, or it fails: ${percent(resisted)}.`, 'plain', [
    [step('SW-ATK-11', 'at least as much as the ability')],
  ]),
  ...(told('defense')
    ? [
        line(say`Otherwise: ${onAverage(meanDamage)}.`, 'plain', [[step('SW-ATK-10', 'criticals counted to the end')]]),
        ...(meanResisted > 0
          ? [line(say`Resisted: ${onAverage(meanResisted)}.`, 'plain', [[step('SW-DMG-5', 'halved, rounded up')]])]
          : []),
      ]
    : []),
  ...(told('defense') && told('hp')
    ? [line(say`Fells it: ${percent(fells)}.`, 'plain', [[step('SW-HP-1', phrase`${foe.body.hp} HP or more`)]])]
    : []),
];

/** The exact chances of a weapon attack, counted over all dice; for those who know the target's numbers. */
export const odds = query({
  summary: 'The chances of an attack: to hit, its damage, and to fell the target',
  params: z.strictObject({
    target: combatant('Whom to attack'),
    weapon: text('The weapon in hand', 100).optional(),
    stance: oneOf('How it is held', grips).optional(),
    section: text('The section that attacks', 100).optional(),
    ability: text('Which of its own attacks and abilities', 60).optional(),
  }),
  offers: { target: attackTargets, weapon: weaponsHeld, section: sections, ability: abilities },
  answer: (state, call, { target, weapon, stance, section, ability }, reader) => {
    const unit = commanded(state, call);
    if (!unit.ok) return unit;
    const fresh = freshTurn(state, { ...unit.value, turn: undefined });
    const ready = { ...unit.value, turn: { ...(unit.value.turn ?? fresh), majors: [] } };
    const cast = plannedAbility(state, ready, { target, section, ability, instinct: call.gm });
    if (cast?.ok === false) return cast;
    const plan =
      cast === undefined ? planAttack(state, ready, { target, weapon, stance, section, ability }) : undefined;
    if (plan?.ok === false) return plan;
    const foe = plan?.value.target ?? bodyCalled(state, target) ?? noTarget(state, target, reader.sees);
    if (!('unit' in foe)) return foe;
    const title = say`${ref(ready.id)} against ${masked(foe.unit.id)}`;
    const told = (term: string) => reader.sees(foe.unit.id) && visibilityOf(reader, foe.unit, term);
    if (cast?.value.natural !== undefined) {
      if (!told('evasion'))
        return ok({
          title,
          lines: [line('You do not know enough of that foe to say. The GM knows its numbers.', 'quiet')],
        });
      return ok({ title, lines: abilityLines(abilityOdds(state, cast.value, foe), foe, told) });
    }
    if (plan === undefined) return noTarget(state, target, reader.sees);
    if (!told('evasion'))
      return ok({
        title,
        lines: [line('You do not know enough of that foe to say. The GM knows its numbers.', 'quiet')],
      });
    const { hit, meanDamage, fells } = attackOdds(state, plan.value);
    return ok({
      title,
      lines: [
        line(say`Hits: ${percent(hit)}.`, 'plain', [
          [step('SW-ACC-1', 'Accuracy above Evasion'), step('SW-ACC-5', '1+1 and 6+6')],
        ]),
        ...(told('defense')
          ? [
              line(say`On a hit: ${Math.round(meanDamage * 10) / 10} damage on average.`, 'plain', [
                [step('SW-CRIT-1', 'criticals counted to the end')],
              ]),
            ]
          : []),
        ...(told('defense') && told('hp')
          ? [line(say`Fells it: ${percent(fells)}.`, 'plain', [[step('SW-HP-1', phrase`${foe.body.hp} HP or more`)]])]
          : []),
      ],
    });
  },
});
