import { z } from 'zod';
import { decimal, ok, phrase, ref, refuse, say, type Text, term } from '../../core/message.ts';
import { line, type SumRow, step } from '../../rules/event.ts';
import { combatantParam, oneOfParam, textParam, type UnresolvedAnswer } from '../../rules/verb.ts';
import { previewActivation } from './activation/activation.ts';
import { matchWeapons } from './activation/weapons.ts';
import { applyTwoHandedGrip, attackSteps, hasTwoHandedGrip, requireTargetInReach } from './attack/steps.ts';
import { offerAllFigures, offerHostileFigures, requireFigure } from './checks.ts';
import {
  addChances,
  buildSumSteps,
  type Chance,
  type CountingRule,
  calculatePoolOdds,
  countFaces,
  countingRules,
  impossibleChance,
  keptFaceChances,
  multiplyChances,
  power,
  sumParts,
} from './dice/roll.ts';
import { createTerrain } from './engagement.ts';
import { type HarmOdds, type HarmResult, harmOdds, harmResults } from './harm/harm.ts';
import type { Settings } from './settings.ts';
import {
  type CheckResult,
  type Figure,
  findActingWarrior,
  findByName,
  isFigure,
  query,
  type State,
  type Warrior,
  type Weapon,
} from './state.ts';
import { advEffect } from './traits.ts';

/** Chances of an attack to hit, and of each result. */
interface ResultOdds {
  readonly hit: Chance;
  readonly results: Readonly<Record<HarmResult, Chance>>;
}

/** Exact chances of an attack’s results, with dice removed by rank and ADV spent best. DS-ATK-7 (4 to 12). */
export const calculateResultOdds = (
  state: Pick<State, 'settings' | 'effects'>,
  attacker: Warrior,
  target: Warrior,
  weapon: Weapon,
  step: number,
  grip: boolean,
): ResultOdds => {
  const none = impossibleChance;
  const results: Record<HarmResult, Chance> = { none, stunned: none, wounded: none, incapacitated: none, killed: none };
  const known = new Map<string, HarmOdds>();
  let hit = impossibleChance;
  for (const { kept, chance } of keptFaceChances(state.settings, weapon.dice, step)) {
    const hits = countFaces(applyTwoHandedGrip(kept, grip), weapon.type === 'melee' ? 'melee' : 'default');
    if (hits < 1) continue;
    hit = addChances(hit, chance);
    const spends = weapon.type === 'melee' && state.settings.attack.spendAdv && kept.includes('ADV');
    const spent = spends ? advEffect(attacker, 'best') : 0;
    const key = `${hits} ${spent}`;
    const odds = known.get(key) ?? harmOdds(state, { target, damage: hits, weapon, spent, concern: { kind: 'other' } });
    known.set(key, odds);
    for (const [result, each] of Object.entries(odds) as [HarmResult, Chance][])
      results[result] = addChances(results[result], multiplyChances(each, chance));
  }
  return { hit, results };
};

/** Formats a chance as a percentage with one decimal. */
const formatPercent = ({ ways, dice }: Chance): Text => {
  const tenths = Number((ways * 10000n + power(dice) * 5n) / (power(dice) * 10n));
  return say`${decimal(tenths / 10, 1)} %`;
};

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));

/** Formats a chance as a fraction in lowest terms: `11/36`. */
const formatFraction = ({ ways, dice }: Chance): string => {
  const by = divisor(ways, power(dice)) || 1n;
  return `${ways / by}/${power(dice) / by}`;
};

const chanceRow = (name: Text, chance: Chance): SumRow<Text> => [
  step('DS-DICE-2', say`${name}: ${formatPercent(chance)} (${formatFraction(chance)})`),
];

/** Parses a roll: `2d-1`, `3d`, `1d+2`. Undefined if it cannot be read. */
const parsePool = (written: string): { readonly base: number; readonly by: number } | undefined => {
  const [, base, by = '0'] = /^\s*(\d{1,2})d\s*([+-]\s*\d{1,2})?\s*$/i.exec(written.replace('−', '-')) ?? [];
  const number = Number(by.replace(/\s/g, ''));
  return base === undefined || Number(base) < 1 ? undefined : { base: Number(base), by: number };
};

const rollOdds = (settings: Settings, written: string, count: CountingRule): CheckResult<UnresolvedAnswer> => {
  const pool = parsePool(written);
  if (pool === undefined || pool.base + Math.abs(pool.by) > 20)
    return refuse('nothing-known', { problem: term('write a roll like 2d-1, with at most 20 dice') });
  const odds = [...calculatePoolOdds(settings, pool.base, pool.by, count)].toSorted(([a], [b]) => b - a);
  const hit = odds.filter(([each]) => each >= 1).reduce((sum, [, chance]) => addChances(sum, chance), impossibleChance);
  const chance = say`${formatPercent(hit)} (${formatFraction(hit)})`;
  return ok({
    title: phrase`Odds of ${written.trim()}`,
    lines: [
      line(
        count === 'armour' ? say`At least one point of damage stopped: ${chance}.` : say`At least one hit: ${chance}.`,
        'plain',
        odds.map(([each, exact]) => chanceRow(say`exactly ${each}`, exact)),
      ),
    ],
  });
};

const attacksOdds = (
  state: State,
  warrior: Figure,
  target: Figure,
  wanted: string | undefined,
): CheckResult<UnresolvedAnswer> => {
  const terrain = createTerrain(state);
  if (terrain === undefined) return refuse('no-board');
  const acting = findActingWarrior(state);
  const activation = acting?.warrior.id === warrior.id ? acting.activation : undefined;
  const usual = activation?.primary ?? warrior.held[0];
  const weapon = matchWeapons(warrior.weapons, wanted ?? usual ?? '')[0];
  if (weapon === undefined) return refuse('E_WEAPON_UNKNOWN', { warrior: ref(warrior.id), weapon: wanted });
  if (weapon.area !== undefined) return refuse('E_WEAPON_IS_AREA', { weapon: weapon.id });
  const aim = requireTargetInReach(terrain, warrior, target, weapon);
  if (!aim.ok) return aim;
  const { settings } = state;
  const now = activation?.active.includes(weapon.id)
    ? activation
    : previewActivation(state, warrior, { active: [weapon.id], primary: weapon.id }).activation;
  const { steps } = attackSteps(terrain, { activation: now, warrior }, target, aim.value);
  const net = sumParts(steps);
  const grip = hasTwoHandedGrip(settings, warrior, now, weapon);
  const { hit, results } = calculateResultOdds(state, warrior, target, weapon, net, grip);
  const out = addChances(results.incapacitated, results.killed);
  return ok({
    title: say`Odds of ${ref(warrior.id)} against ${ref(target.id)} with ${term(weapon.id)}`,
    lines: [
      line(
        say`Chance to hit: ${formatPercent(hit)}. Chance to take ${ref(target.id)} out: ${formatPercent(out)}.`,
        'plain',
        [
          [step('DS-DICE-6', phrase`${weapon.dice}d, step ${net}`), ...buildSumSteps(steps)],
          chanceRow(term('hit'), hit),
          ...harmResults.slice(1).map((result) => chanceRow(term(result), results[result])),
        ],
      ),
    ],
  });
};

/** Shows the exact chances of an attack or a roll, if dice are removed by rank. DS-CMD-16, DS-DICE-11. */
export const odds = query({
  summary: 'Show the exact chances of an attack or of a plain roll',
  params: z.strictObject({
    target: combatantParam('The target').optional(),
    warrior: combatantParam('The attacker; default: the active warrior').optional(),
    weapon: textParam('The weapon; default: the primary one', 100).optional(),
    roll: textParam('A plain roll instead of an attack, like 2d-1', 20).optional(),
    count: oneOfParam('The kind of plain roll, which decides how its faces count', countingRules).default('default'),
  }),
  offers: { target: offerHostileFigures, warrior: offerAllFigures },
  answer: (state, _call, { target: foe, warrior: name, weapon, roll, count }, reader) => {
    if (roll !== undefined) return rollOdds(state.settings, roll, count);
    const found = requireFigure(state, name);
    if (!found.ok) return found;
    const warrior = found.value;
    if (!reader.isNumberVisible(warrior.id, 'steps'))
      return refuse('nothing-known', { problem: say`you do not know what ${ref(warrior.id)} carries` });
    const target = foe === undefined ? undefined : findByName(state, foe);
    if (target === undefined) return refuse('E_TARGET_UNKNOWN', { target: foe === undefined ? undefined : ref(foe) });
    if (!reader.isNumberVisible(target.id, 'steps') || !reader.isNumberVisible(target.id, 'armour'))
      return refuse('nothing-known', { problem: say`you do not know how ${ref(target.id)} is armed` });
    return isFigure(target)
      ? attacksOdds(state, warrior, target, weapon)
      : refuse('E_TARGET_REMOVED', { target: ref(target.id) });
  },
});
