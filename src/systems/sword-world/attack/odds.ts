import { z } from 'zod';
import { memoizeByKey } from '../../../core/memoize.ts';
import { masked, ref, say, type Text } from '../../../core/message.ts';
import { ok } from '../../../core/result.ts';
import { type Line, line, step } from '../../../rules/lines.ts';
import { combatant, oneOf, text } from '../../../rules/params.ts';
import { commanded, noTarget } from '../checks.ts';
import { increasesFor, reductionsFor } from '../damage.ts';
import {
  abilityParts,
  accuracyParts,
  type CheckParts,
  evasionParts,
  extraDamage,
  resistParts,
} from '../derived-values.ts';
import { sumOf } from '../dice.ts';
import { attackFeats } from '../feats.ts';
import { naturalBlow } from '../natural-attacks.ts';
import { clampedPower, powerValue } from '../power.ts';
import { type Attack, grips } from '../sheet.ts';
import type { CastPlan } from '../spells/plan.ts';
import { isResisted } from '../spells/resistance.ts';
import { bodyCalled, type Placed, query, raisedTotal, type State } from '../state.ts';
import { freshTurn } from '../turns.ts';
import { tellsOf } from '../visibility.ts';
import {
  abilities,
  attackCritical,
  attackTargets,
  isHit,
  noEvasionFor,
  plannedAbility,
  sections,
  weaponsHeld,
} from './attack.ts';
import { type AttackPlan, harmOf, planAttack, powerOf } from './plan.ts';

interface Face {
  readonly total: number;
  readonly auto: 'success' | 'failure' | null;
  readonly share: number;
}

/** SW-DICE-3. The totals of 2d with their shares; a fixed value is one of them. */
const facesOf = ({ rolled, parts }: CheckParts): readonly Face[] => {
  const base = sumOf(parts);
  if (!rolled) return [{ total: base, auto: null, share: 1 }];
  return Array.from({ length: 11 }, (_, n) => n + 2).map((sum) => ({
    total: sum + base,
    auto: sum === 12 ? 'success' : sum === 2 ? 'failure' : null,
    share: waysFor(sum) / 36,
  }));
};

const waysFor = (sum: number): number => 6 - Math.abs(7 - sum);

const sums = Array.from({ length: 11 }, (_, n) => n + 2);

/** SW-CRIT-1. The chance that a chain on this row comes to at least so much, and its mean; 1+1 first is a failure. */
export const chainOdds = (power: number, c: number, canCrit: boolean) => {
  const goesOn = (sum: number) => canCrit && sum >= c;
  const later: (need: number) => number = memoizeByKey((need) =>
    need <= 0
      ? 1
      : sums.reduce((total, sum) => total + (waysFor(sum) / 36) * reached(sum, need, powerValue(power, sum) ?? 0), 0),
  );
  const reached = (sum: number, need: number, value: number): number =>
    goesOn(sum) ? later(need - value) : value >= need ? 1 : 0;
  const atLeast = (need: number): number =>
    sums.reduce((total, sum) => {
      const value = powerValue(power, sum);
      return value === null ? total : total + (waysFor(sum) / 36) * reached(sum, need, value);
    }, 0);
  return { atLeast };
};

/** The mean of a number from 0 up is the sum of its chances to reach 1, 2, 3 …; the tail of a chain dies out geometrically. */
const meanOf = (atLeast: (need: number) => number): number => {
  let mean = 0;
  for (let need = 1; need <= 2000; need++) {
    const share = atLeast(need);
    if (share < 1e-12) break;
    mean += share;
  }
  return mean;
};

interface Odds {
  readonly hit: number;
  /** Of a hit. */
  readonly meanDamage: number;
  /** Of the attack as a whole. */
  readonly fells: number;
}

/** Exact: every total of Accuracy and Evasion, and the chain of criticals to its end. */
const attackOdds = (state: State, plan: AttackPlan): Odds => {
  const { unit, body, target, aim, natural } = plan;
  const accuracy = facesOf(
    accuracyParts(state, unit, { ...body, accuracy: natural?.check ?? body.accuracy }, aim, target.unit),
  );
  const evasion = noEvasionFor(state, target) ? [undefined] : facesOf(evasionParts(state, target.unit, target.body));
  const hit = accuracy.reduce(
    (sum, a) => sum + evasion.reduce((inner, e) => inner + (isHit(a, e) ? a.share * (e?.share ?? 1) : 0), 0),
    0,
  );
  const harm = harmOf(unit, plan);
  const feats = attackFeats(unit, { melee: aim.mode === 'melee', weapon: aim.weapon });
  const added = sumOf(increasesFor(state, unit, target.unit, harm, 'weapons', feats));
  const taken = sumOf(reductionsFor(state, unit, target.unit, target.body, harm, feats));
  const bonus = added - taken + (natural ? 0 : extraDamage(state, unit, aim));
  const appliedAtLeast = (need: number): number => {
    if (need <= 0) return 1;
    if (natural) {
      const { damage } = natural;
      if ('flat' in damage) return damage.flat + bonus >= need ? 1 : 0;
      if ('power' in damage) return natChain.atLeast(need - bonus - (damage.extra ?? 0));
      return sums.reduce((sum, each) => sum + (each + damage.x + bonus >= need ? waysFor(each) / 36 : 0), 0);
    }
    return chain.atLeast(need - bonus);
  };
  const power = clampedPower((powerOf(aim) ?? 0) + raisedTotal(state, unit, 'power', 'weapons'));
  const critical = attackCritical(state, plan, target.unit);
  const chain = chainOdds(power, critical.effective, critical.canCrit);
  const own = natural && naturalBlow(natural, target.unit);
  const natChain = chainOdds(own?.power ?? 0, own?.c ?? 13, own?.canCrit ?? false);
  return { hit, meanDamage: meanOf(appliedAtLeast), fells: hit * appliedAtLeast(Math.max(1, target.body.hp)) };
};

interface AbilityOdds {
  readonly resisted: number;
  /** Of those who do not resist. */
  readonly meanDamage: number;
  /** Of those who resist: nothing, unless it is halved. */
  readonly meanResisted: number;
  readonly fells: number;
}

/** SW-ATK-10, SW-ATK-11, SW-DMG-5: exact, of an ability that is resisted, against one target. */
const abilityOdds = (state: State, plan: CastPlan, natural: Attack, target: Placed): AbilityOdds => {
  const { unit, body } = plan;
  const casts = facesOf(abilityParts(state, unit, natural.check ?? body.accuracy));
  const resists =
    natural.resist === 'none'
      ? []
      : facesOf(resistParts(state, target.unit, target.body, natural.resistBy ?? 'willpower'));
  // Of a fumbled ability nothing comes: it harms as little as one that is resisted altogether.
  const fumbled =
    natural.resist === 'none' ? 0 : casts.reduce((sum, each) => sum + (each.auto === 'failure' ? each.share : 0), 0);
  const resisted = casts.reduce(
    (sum, cast) =>
      sum +
      (cast.auto === 'failure'
        ? 0
        : resists.reduce((inner, each) => inner + (isResisted(cast, each) ? cast.share * each.share : 0), 0)),
    0,
  );
  const harm = { type: natural.damageType, attributes: natural.attributes };
  const bonus =
    sumOf(increasesFor(state, unit, target.unit, harm, 'spells', [])) -
    sumOf(reductionsFor(state, unit, target.unit, target.body, harm, []));
  const blow = naturalBlow(natural, target.unit);
  const calculated = (half: boolean): ((need: number) => number) => {
    const { damage } = natural;
    if ('flat' in damage) return (need) => (damage.flat >= need ? 1 : 0);
    if ('x' in damage)
      return (need) => sums.reduce((sum, each) => sum + (each + damage.x >= need ? waysFor(each) / 36 : 0), 0);
    const chain = chainOdds(damage.power, blow.c ?? 13, blow.canCrit && !half);
    return (need) => chain.atLeast(need - blow.extra);
  };
  const whole = (need: number): number => calculated(false)(need - bonus);
  // ceil(x / 2) comes to n where x comes to 2n − 1.
  const halved = (need: number): number => (natural.resist === 'half' ? calculated(true)(2 * (need - bonus) - 1) : 0);
  const least = Math.max(1, target.body.hp);
  return {
    resisted: resisted + fumbled,
    meanDamage: meanOf(whole),
    meanResisted: meanOf(halved),
    fells: (1 - resisted - fumbled) * whole(least) + resisted * halved(least),
  };
};

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

const onAverage = (damage: number): string => `${Math.round(damage * 10) / 10} damage on average`;

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
    ? [line(say`Fells it: ${percent(fells)}.`, 'plain', [[step('SW-HP-1', `${foe.body.hp} HP or more`)]])]
    : []),
];

/** The exact chances of a weapon attack, counted over all dice; for those who know the target's numbers. */
export const odds = query({
  summary: 'The chances of an attack: to hit, damage, to fell',
  params: z.strictObject({
    target: combatant('Whom you would attack'),
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
    const told = (term: string) => reader.sees(foe.unit.id) && tellsOf(reader, foe.unit, term);
    if (cast?.value.natural !== undefined) {
      if (!told('evasion')) return ok({ title, lines: [line('Nobody knows enough of that foe to say.', 'quiet')] });
      return ok({ title, lines: abilityLines(abilityOdds(state, cast.value, cast.value.natural, foe), foe, told) });
    }
    if (plan === undefined) return noTarget(state, target, reader.sees);
    if (!told('evasion')) return ok({ title, lines: [line('Nobody knows enough of that foe to say.', 'quiet')] });
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
          ? [line(say`Fells it: ${percent(fells)}.`, 'plain', [[step('SW-HP-1', `${foe.body.hp} HP or more`)]])]
          : []),
      ],
    });
  },
});
