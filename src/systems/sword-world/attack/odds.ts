import { z } from 'zod';
import { memoizeByKey } from '../../../core/memoize.ts';
import { masked, ref, say } from '../../../core/message.ts';
import { ok } from '../../../core/result.ts';
import { line, step } from '../../../rules/lines.ts';
import { combatant, oneOf, text } from '../../../rules/params.ts';
import { commanded } from '../checks.ts';
import { increasesFor, reductionsFor } from '../damage.ts';
import { accuracyParts, type CheckParts, evasionParts, extraDamage } from '../derived-values.ts';
import { sumOf } from '../dice.ts';
import { attackFeats } from '../feats.ts';
import { naturalBlow } from '../natural-attacks.ts';
import { clampedPower, powerValue } from '../power.ts';
import { grips } from '../sheet.ts';
import { query, raisedTotal, type State } from '../state.ts';
import { freshTurn } from '../turns.ts';
import { tellsOf } from '../visibility.ts';
import { attackCritical, attackTargets, isHit, noEvasionFor, weaponsHeld } from './attack.ts';
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
  // The mean of a number from 0 up is the sum of its chances to reach 1, 2, 3 …; the chain's tail dies out geometrically.
  let meanDamage = 0;
  for (let need = 1; need <= 2000; need++) {
    const share = appliedAtLeast(need);
    if (share < 1e-12) break;
    meanDamage += share;
  }
  return { hit, meanDamage, fells: hit * appliedAtLeast(Math.max(1, target.body.hp)) };
};

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** The exact chances of a weapon attack, counted over all dice; for those who know the target's numbers. */
export const odds = query({
  summary: 'The chances of an attack: to hit, damage, to fell',
  params: z.strictObject({
    target: combatant('Whom you would attack'),
    weapon: text('The weapon in hand', 100).optional(),
    stance: oneOf('How it is held', grips).optional(),
  }),
  offers: { target: attackTargets, weapon: weaponsHeld },
  answer: (state, call, { target, weapon, stance }, reader) => {
    const unit = commanded(state, call);
    if (!unit.ok) return unit;
    const fresh = freshTurn(state, { ...unit.value, turn: undefined });
    const ready = { ...unit.value, turn: { ...(unit.value.turn ?? fresh), majors: [] } };
    const plan = planAttack(state, ready, { target, weapon, stance });
    if (!plan.ok) return plan;
    const foe = plan.value.target;
    const title = say`${ref(ready.id)} against ${masked(foe.unit.id)}`;
    const told = (term: string) => reader.sees(foe.unit.id) && tellsOf(reader, foe.unit, term);
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
