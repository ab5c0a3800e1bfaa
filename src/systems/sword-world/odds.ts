import { z } from 'zod';
import { BoundedCache, memoizeByKey } from '../../core/memoize.ts';
import { maskedRef, ok, phrase, present, ref, say, type Text } from '../../core/message.ts';
import { type Line, line, step } from '../../rules/event.ts';
import { combatantParam, oneOfParam, textParam } from '../../rules/verb.ts';
import {
  attackDamageParts,
  isHit,
  noEvasionReason,
  offerAbilities,
  offerAttackTargets,
  offerHeldWeapons,
  offerSections,
  planAbilityOrder,
} from './attack/attack.ts';
import { type AttackPlan, planAttack, withAttackAccuracy } from './attack/plan.ts';
import { refuseTarget, requireCommandedUnit } from './checks.ts';
import { clampPower, findDamageIncreases, findDamageReductions, powerValue } from './damage.ts';
import { accuracyParts, evasionParts, resistParts } from './derived-values.ts';
import { type CheckFormula, sumParts } from './dice.ts';
import type { DamageFormula } from './natural-attacks.ts';
import { type Attack, grips } from './sheet.ts';
import { type CastPlan, castFormula, isResisted, spellDamage } from './spells/plan.ts';
import { query, type State } from './state.ts';
import { freshTurn } from './turns.ts';
import { findBody, type UnitWithBody } from './units.ts';
import { isKnownTerm } from './visibility.ts';

/** The mean of a damage. Damage above 2000 is ignored: it needs unlikely chains of criticals. */
const meanDamage = (atLeast: ChanceOfAtLeast): number => cappedMean(atLeast, 2000);

const percent = (share: number): Text => say`${Math.round(share * 1000) / 10} %`;

const roundedDamage = (atLeast: ChanceOfAtLeast): number => Math.round(meanDamage(atLeast) * 10) / 10;

const downLine = (chance: number, hp: number): Line<Text> =>
  line(say`Chance to take the target down: ${percent(chance)}.`, 'plain', [
    [step('SW-HP-1', phrase`${hp} HP of damage or more`)],
  ]);

/** True if the reader may know a number of the target, like Evasion, Defense or HP. */
type IsShown = (term: string) => boolean;

/** Lines with the chances of a resisted ability against one target. Failed rolls deal no damage. */
const abilityLines = (state: State, plan: CastPlan, foe: UnitWithBody, isShown: IsShown): readonly Line<Text>[] => {
  const { failed, resisted, fullDamage, halvedDamage } = castChances(state, plan, foe);
  const { hp } = foe.body;
  const least = Math.max(1, hp);
  const armour = isShown('defense');
  return present([
    line(say`Chance that the target resists or the ability fails: ${percent(resisted + failed)}.`, 'plain', [
      [step('SW-ATK-11', 'resistance at least equal to the ability')],
    ]),
    armour &&
      line(say`If not resisted: ${roundedDamage(fullDamage)} damage on average.`, 'plain', [
        [step('SW-ATK-10', 'all chained criticals included')],
      ]),
    armour &&
      meanDamage(halvedDamage) > 0 &&
      line(say`If resisted: ${roundedDamage(halvedDamage)} damage on average.`, 'plain', [
        [step('SW-DMG-5', 'halved, rounded up')],
      ]),
    armour &&
      isShown('hp') &&
      downLine((1 - resisted - failed) * fullDamage(least) + resisted * halvedDamage(least), hp),
  ]);
};

const attackLines = (state: State, plan: AttackPlan, isShown: IsShown): readonly Line<Text>[] => {
  const { hit, deals } = attackChances(state, plan);
  const { hp } = plan.target.body;
  return present([
    line(say`Chance to hit: ${percent(hit)}.`, 'plain', [
      [step('SW-ACC-1', 'Accuracy above Evasion'), step('SW-ACC-5', '1+1 and 6+6 are automatic')],
    ]),
    isShown('defense') &&
      line(say`On a hit: ${roundedDamage(deals)} damage on average.`, 'plain', [
        [step('SW-CRIT-1', 'all chained criticals included')],
      ]),
    isShown('defense') && isShown('hp') && downLine(hit * deals(Math.max(1, hp)), hp),
  ]);
};

/** Shows the exact chances of an attack, if the reader knows the target’s numbers. */
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
    const isShown = (term: string) => reader.canSee(foe.unit.id) && isKnownTerm(reader, foe.unit, term);
    if (!isShown('evasion'))
      return ok({
        title,
        lines: [line('You do not know that foe’s numbers. Roll Monster Knowledge, or ask the GM.', 'quiet')],
      });
    if (cast) return ok({ title, lines: abilityLines(state, cast.value, foe, isShown) });
    return plan
      ? ok({ title, lines: attackLines(state, plan.value, isShown) })
      : refuseTarget(state, target, reader.canSee);
  },
});

export type ChanceOfAtLeast = (need: number) => number;

interface Face {
  readonly total: number;
  readonly auto: 'success' | 'failure' | null;
  readonly share: number;
}

/** Maximum damage of a chain of criticals that is calculated. */
const maxChain = 2000;

/** Lowest number to calculate a chance for. All lower numbers have the same chance. */
const least = -1;

const sums = Array.from({ length: 11 }, (_, n) => n + 2);

const sumShare = (sum: number): number => (6 - Math.abs(7 - sum)) / 36;

/** The mean of a number that is limited to `most`, from its chances to reach 1, 2, 3 … Approximate above 2000. */
export const cappedMean = (atLeast: ChanceOfAtLeast, most: number): number => {
  const step = Math.max(1, Math.ceil(most / maxChain));
  let mean = 0;
  for (let need = step; need <= most; need += step) {
    const share = atLeast(need);
    if (share < 1e-12) break;
    mean += share * step;
  }
  return mean;
};

/** All totals of a check with their chances. A fixed value is the only total. SW-DICE-3. */
const listFaces = ({ rolled, parts }: CheckFormula): readonly Face[] => {
  const base = sumParts(parts);
  if (!rolled) return [{ total: base, auto: null, share: 1 }];
  return sums.map((sum) => ({
    total: sum + base,
    auto: sum === 12 ? 'success' : sum === 2 ? 'failure' : null,
    share: sumShare(sum),
  }));
};

/** Cache of the chances of critical chains, by row and Critical Value. */
const chains = new BoundedCache<number, ChanceOfAtLeast>(60);

/** The chance that a roll on this row, with its criticals, reaches a number. 1+1 on the first roll fails. SW-CRIT-1. */
export const criticalChainOdds = (power: number, c: number, canCrit: boolean): ChanceOfAtLeast => {
  const key = (power * 100 + c) * 2 + (canCrit ? 1 : 0);
  return chains.get(key) ?? chains.put(key, chainOdds(power, c, canCrit));
};

const chainOdds = (power: number, c: number, canCrit: boolean): ChanceOfAtLeast => {
  const goesOn = (sum: number) => canCrit && sum >= c;
  const later: ChanceOfAtLeast = memoizeByKey((need) =>
    need <= 0
      ? 1
      : sums.reduce((total, sum) => total + sumShare(sum) * reached(sum, need, powerValue(power, sum) ?? 0), 0),
  );
  const reached = (sum: number, need: number, value: number): number =>
    goesOn(sum) ? later(need - value) : value >= need ? 1 : 0;
  const first = memoizeByKey((need: number) =>
    sums.reduce((total, sum) => {
      const value = powerValue(power, sum);
      return value === null ? total : total + sumShare(sum) * reached(sum, need, value);
    }, 0),
  );
  // Uses one cached result for all negative needs, since they have the same chance.
  return (need) => (need > maxChain ? 0 : first(Math.max(need, least)));
};

/** The amounts that a row of the power table restores, with their chances. 1+1 restores 0. SW-POWER-7. */
export const recoveryOdds = (power: number, extra: number) =>
  sums.map((sum) => {
    const value = powerValue(clampPower(power), sum);
    return { amount: value === null ? 0 : Math.max(0, value + extra), share: sumShare(sum) };
  });

const hits = new BoundedCache<string, number>(5000);

/** The chance that Accuracy beats Evasion. If the target rolls none, only automatic failure misses. */
const hitChance = (accuracy: CheckFormula, evasion: CheckFormula | undefined): number => {
  const totalOf = ({ rolled, parts }: CheckFormula): string => `${sumParts(parts)}${rolled ? '+2d' : ''}`;
  const key = `${totalOf(accuracy)} ${evasion === undefined ? '' : totalOf(evasion)}`;
  const known = hits.get(key);
  if (known !== undefined) return known;
  const against = evasion === undefined ? [undefined] : listFaces(evasion);
  const hit = listFaces(accuracy).reduce(
    (sum, a) => sum + against.reduce((inner, e) => inner + (isHit(a, e) ? a.share * (e?.share ?? 1) : 0), 0),
    0,
  );
  return hits.put(key, hit);
};

/** The chance that a formula calculates at least this much damage. SW-CRIT-4, SW-DMG-3, SW-ATK-10. */
const calculatedOdds = (
  natural: Attack | undefined,
  { power, c = 13, canCrit, extra }: DamageFormula,
  half: boolean,
): ChanceOfAtLeast => {
  if (natural && 'flat' in natural.damage) return (need) => (extra >= need ? 1 : 0);
  if (power === undefined)
    return (need) => sums.reduce((sum, each) => sum + (each + extra >= need ? sumShare(each) : 0), 0);
  const chain = criticalChainOdds(power, c, canCrit && !half);
  return (need) => chain(need - extra);
};

/** The chance that an attack hits, and the chance that a hit deals at least a given damage. */
export const attackChances = (state: State, plan: AttackPlan): { hit: number; deals: ChanceOfAtLeast } => {
  const { unit, body, target, aim, natural } = plan;
  const hit = hitChance(
    accuracyParts(state, unit, withAttackAccuracy(body, natural), aim, target.unit),
    noEvasionReason(state, target) ? undefined : evasionParts(state, target.unit, target.body),
  );
  const { formula, increases, reductions } = attackDamageParts(state, plan, target);
  const deals = calculatedOdds(natural, formula, false);
  const bonus = sumParts(increases) - sumParts(reductions);
  return { hit, deals: (need) => (need <= 0 ? 1 : deals(need - bonus)) };
};

interface CastChances {
  /** The chance that the casting check fails automatically. */
  readonly failed: number;
  readonly resisted: number;
  /** The chance of at least this much damage to a target that does not resist. */
  readonly fullDamage: ChanceOfAtLeast;
  /** The chance of at least this much damage to a target that resists. 0 unless the damage is halved. */
  readonly halvedDamage: ChanceOfAtLeast;
}

const never: ChanceOfAtLeast = () => 0;

/** Exact chances of a spell or ability against a target. SW-ATK-10, SW-ATK-11, SW-SPELL-4, SW-SPELL-5, SW-DMG-5. */
export const castChances = (state: State, plan: CastPlan, target: UnitWithBody): CastChances => {
  const { unit, spell, natural } = plan;
  const unresisted = spell.resist === 'none';
  const sure = spell.castAs === 'minor' || (natural !== undefined && unresisted);
  const casts = sure ? [] : listFaces(castFormula(state, plan));
  const resists = unresisted || sure ? [] : listFaces(resistParts(state, target.unit, target.body, spell.resistBy));
  const failed = casts.reduce((sum, { auto, share }) => sum + (auto === 'failure' ? share : 0), 0);
  const resisted = casts.reduce(
    (sum, cast) =>
      sum +
      (cast.auto === 'failure'
        ? 0
        : resists.reduce((inner, each) => inner + (isResisted(cast, each) ? cast.share * each.share : 0), 0)),
    0,
  );
  const formula = spellDamage(state, unit, plan, target.unit);
  const bonus =
    formula === undefined
      ? 0
      : sumParts(findDamageIncreases(state, unit, target.unit, formula.kind, 'spells', [])) -
        sumParts(findDamageReductions(state, unit, target.unit, target.body, formula.kind, []));
  const calculates = (half: boolean) => formula && calculatedOdds(natural, formula, half);
  const full = calculates(false);
  const half = spell.resist === 'half' ? calculates(true) : undefined;
  return {
    failed,
    resisted,
    fullDamage: full === undefined ? never : (need) => full(need - bonus),
    // Half of x, rounded up, is at least n if x is at least 2n − 1.
    halvedDamage: half === undefined ? never : (need) => half(2 * (need - bonus) - 1),
  };
};
