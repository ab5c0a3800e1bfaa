import { z } from 'zod';
import { phrase } from '../../../core/language.ts';
import { maskedRef, ref, say, type Text } from '../../../core/message.ts';
import { ok } from '../../../core/result.ts';
import { type Line, line, step } from '../../../rules/lines.ts';
import { combatantParam, oneOfParam, textParam } from '../../../rules/params.ts';
import { refuseTarget, requireCommandedUnit } from '../checks.ts';
import { grips } from '../sheet.ts';
import type { CastPlan } from '../spells/plan.ts';
import { findBody, query, type State, type UnitWithBody } from '../state.ts';
import { freshTurn } from '../turns.ts';
import { isTermVisible } from '../visibility.ts';
import { offerAbilities, offerAttackTargets, offerHeldWeapons, offerSections, planAbilityOrder } from './attack.ts';
import { attackChances, type ChanceOfAtLeast, cappedMean, castChances } from './chances.ts';
import { type AttackPlan, planAttack } from './plan.ts';

/** Of any damage: the tail of a chain dies out geometrically, so that what lies beyond counts for nothing. */
const meanOf = (atLeast: ChanceOfAtLeast): number => cappedMean(atLeast, 2000);

interface Odds {
  readonly hit: number;
  /** Of a hit. */
  readonly meanDamage: number;
  /** Of the attack as a whole. */
  readonly downChance: number;
}

const attackOdds = (state: State, plan: AttackPlan): Odds => {
  const { hit, deals } = attackChances(state, plan);
  return { hit, meanDamage: meanOf(deals), downChance: hit * deals(Math.max(1, plan.target.body.hp)) };
};

interface AbilityOdds {
  readonly resisted: number;
  /** Of those who do not resist. */
  readonly meanDamage: number;
  /** Of those who resist: nothing, unless it is halved. */
  readonly meanResisted: number;
  readonly downChance: number;
}

/** Of an ability that is resisted, against one target. A fumbled one harms as little as one that is resisted altogether. */
const abilityOdds = (state: State, plan: CastPlan, target: UnitWithBody): AbilityOdds => {
  const { failed, resisted, fullDamage, halvedDamage } = castChances(state, plan, target);
  const least = Math.max(1, target.body.hp);
  return {
    resisted: resisted + failed,
    meanDamage: meanOf(fullDamage),
    meanResisted: meanOf(halvedDamage),
    downChance: (1 - resisted - failed) * fullDamage(least) + resisted * halvedDamage(least),
  };
};

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

const onAverage = (damage: number): string => phrase`${Math.round(damage * 10) / 10} damage on average`;

const abilityLines = (
  { resisted, meanDamage, meanResisted, downChance: fells }: AbilityOdds,
  foe: UnitWithBody,
  told: (term: string) => boolean,
): readonly Line<Text>[] => [
  line(say`Chance that the target resists or the ability fails: ${percent(resisted)}.`, 'plain', [
    [step('SW-ATK-11', 'resistance at least equal to the ability')],
  ]),
  ...(told('defense')
    ? [
        line(say`If not resisted: ${onAverage(meanDamage)}.`, 'plain', [
          [step('SW-ATK-10', 'all chained criticals included')],
        ]),
        ...(meanResisted > 0
          ? [line(say`If resisted: ${onAverage(meanResisted)}.`, 'plain', [[step('SW-DMG-5', 'halved, rounded up')]])]
          : []),
      ]
    : []),
  ...(told('defense') && told('hp')
    ? [
        line(say`Chance to take the target down: ${percent(fells)}.`, 'plain', [
          [step('SW-HP-1', phrase`${foe.body.hp} HP of damage or more`)],
        ]),
      ]
    : []),
];

/** The exact chances of a weapon attack, counted over all dice; for those who know the target's numbers. */
export const odds = query({
  summary: 'Show the chances of an attack to hit and to take down the target, and its average damage',
  params: z.strictObject({
    target: combatantParam('Who to attack'),
    weapon: textParam('The weapon in hand', 100).optional(),
    stance: oneOfParam('How the weapon is held', grips).optional(),
    section: textParam('The section that attacks', 100).optional(),
    ability: textParam('An attack or ability of the monster or mount', 60).optional(),
  }),
  offers: { target: offerAttackTargets, weapon: offerHeldWeapons, section: offerSections, ability: offerAbilities },
  answer: (state, call, { target, weapon, stance, section, ability }, reader) => {
    const unit = requireCommandedUnit(state, call);
    if (!unit.ok) return unit;
    const fresh = freshTurn(state, { ...unit.value, turn: undefined });
    const ready = { ...unit.value, turn: { ...(unit.value.turn ?? fresh), majors: [] } };
    const cast = planAbilityOrder(state, ready, { target, section, ability, instinct: call.gm });
    if (cast?.ok === false) return cast;
    const plan =
      cast === undefined ? planAttack(state, ready, { target, weapon, stance, section, ability }) : undefined;
    if (plan?.ok === false) return plan;
    const foe = plan?.value.target ?? findBody(state, target) ?? refuseTarget(state, target, reader.canSee);
    if (!('unit' in foe)) return foe;
    const title = say`${ref(ready.id)} against ${maskedRef(foe.unit.id)}`;
    const told = (term: string) => reader.canSee(foe.unit.id) && isTermVisible(reader, foe.unit, term);
    if (cast?.value.natural !== undefined) {
      if (!told('evasion'))
        return ok({ title, lines: [line('You do not know that foe’s numbers; ask the GM.', 'quiet')] });
      return ok({ title, lines: abilityLines(abilityOdds(state, cast.value, foe), foe, told) });
    }
    if (plan === undefined) return refuseTarget(state, target, reader.canSee);
    if (!told('evasion'))
      return ok({ title, lines: [line('You do not know that foe’s numbers; ask the GM.', 'quiet')] });
    const { hit, meanDamage, downChance } = attackOdds(state, plan.value);
    return ok({
      title,
      lines: [
        line(say`Chance to hit: ${percent(hit)}.`, 'plain', [
          [step('SW-ACC-1', 'Accuracy above Evasion'), step('SW-ACC-5', '1+1 and 6+6 are automatic')],
        ]),
        ...(told('defense')
          ? [
              line(say`On a hit: ${Math.round(meanDamage * 10) / 10} damage on average.`, 'plain', [
                [step('SW-CRIT-1', 'all chained criticals included')],
              ]),
            ]
          : []),
        ...(told('defense') && told('hp')
          ? [
              line(say`Chance to take the target down: ${percent(downChance)}.`, 'plain', [
                [step('SW-HP-1', phrase`${foe.body.hp} HP of damage or more`)],
              ]),
            ]
          : []),
      ],
    });
  },
});
