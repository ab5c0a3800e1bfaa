import { z } from 'zod';
import { memoizeByObject } from '../../../core/memoize.ts';
import { count, formatSigned, joined, maskedRef, ref, say, type Term, type Text, term } from '../../../core/message.ts';
import { hiddenPartLabel, type SumRow, step } from '../../../rules/event.ts';
import { lazyQuestion } from '../../../rules/expected-action.ts';
import { createLimitCounter } from '../../../rules/order-limits.ts';
import { loadTables } from '../../../rules/presets.ts';
import { areSeatsHostile, hasFigures, nextSeat } from '../checks.ts';
import { type DieFace, dieFaces, type Settings } from '../settings.ts';
import type { Draft, PartialRuling, State } from '../state.ts';
import { sheetWord, traits } from '../traits.ts';
import {
  askDiceToDrop,
  chooseRemovedDice,
  dropChoices,
  dropPolicyOf,
  facesAfterRemoval,
  faceTerms,
  formatDropId,
} from './removal.ts';

/** Who a roll affects: one player, several players’ figures, or no one in particular. */
export type RollSubject =
  | { readonly kind: 'player'; readonly player: string }
  | { readonly kind: 'affects'; readonly figures: Readonly<Record<string, number>> }
  | { readonly kind: 'other' };

/** The seat that removes dice for a negative dice step. Undefined without a hostile player. DS-DICE-15, RULING-9. */
export const findOpponent = (state: State, roller: string, concern: RollSubject): string | undefined =>
  concernedPlayer(state, roller, concern) ??
  nextSeat(state, roller, (seat) => areSeatsHostile(state, roller, seat) && hasFigures(state, seat));

/** The hostile player whom the roll affects. Undefined if it affects no foe. DS-DICE-13 (a to c), DS-DICE-14. */
const concernedPlayer = (state: State, roller: string, concern: RollSubject): string | undefined => {
  if (concern.kind === 'other') return undefined;
  if (concern.kind === 'player') return areSeatsHostile(state, roller, concern.player) ? concern.player : undefined;
  const { figures } = concern;
  const most = Math.max(
    ...Object.entries(figures).map(([seat, count]) => (areSeatsHostile(state, roller, seat) ? count : 0)),
  );
  return most > 0
    ? nextSeat(state, roller, (seat) => areSeatsHostile(state, roller, seat) && figures[seat] === most)
    : undefined;
};

/** Parts of a dice step, by name. */
export type NamedSteps = Readonly<Record<string, number>>;

const face = z.enum(dieFaces);

/** One roll of skull dice: as rolled, and after dice were removed. */
export const rollSchema = z.strictObject({
  base: z.int(),
  step: z.int(),
  /** Numbers from 1 to 6 as rolled. */
  values: z.array(z.int()),
  faces: z.array(face),
  chooser: z.enum(['none', 'roller', 'opponent', 'auto']),
  /** The seat that removed dice. Undefined if no player did. */
  by: z.string().optional(),
  dropped: z.array(z.int()),
  kept: z.array(face),
});
export type SkullRoll = z.output<typeof rollSchema>;

/** The face that a rolled number shows. DS-DICE-2. */
const faceOf = ({ dice }: Settings, value: number): DieFace => dice.faces[value - 1] ?? 'BLK';

/** Number of dice to roll: base dice plus one for each dice step up or down. DS-DICE-7. */
export const poolSize = (base: number, by: number): number => base + Math.abs(by);

/** The rule by which a roll counts its faces. */
export const countingRules = ['default', 'melee', 'armour', 'morale'] as const;
export type CountingRule = (typeof countingRules)[number];

const countFace = (kept: readonly DieFace[], face: DieFace): number => kept.filter((each) => each === face).length;

/** Count of a roll: HIT minus SKL. Some rolls add ADV. DS-DICE-17, DS-DICE-18, DS-MELEE-4, DS-ARM-4, DS-TEST-6. */
export const countFaces = (kept: readonly DieFace[], how: CountingRule, moraleAdv = true): number => {
  const plain = countFace(kept, 'HIT') - countFace(kept, 'SKL');
  if (how === 'melee' || (how === 'morale' && moraleAdv)) return plain + countFace(kept, 'ADV');
  return how === 'armour' ? Math.max(0, plain) : plain;
};

export interface RollRequest {
  /** Name of the roll in the log: `attack`, `armour`, `injury`, `morale` or `tactics`. */
  readonly name: string;
  readonly roller: string;
  readonly base: number;
  readonly step: number;
  readonly concern: RollSubject;
  /** Describes the roll for its roller and for an opponent. Neither text names the other player’s warriors. */
  readonly question: () => { readonly roller: Text; readonly opponent: Text };
}

const tableRow = (rolling: RollRequest, values: readonly number[], rolled: readonly DieFace[]): SumRow<Text> => [
  step('DS-DICE-7', formatPool(rolling)),
  ...values.map((value, index) => step('DS-DICE-2', say`die ${index + 1}: ${term(rolled[index] ?? '')} (${value})`)),
];

/** Rolls dice and removes some, after asking the player who may choose. DS-DICE-9, DS-DICE-16, DS-GEN-8, RULING-4. */
export function* rollDice(draft: Draft, rolling: RollRequest): PartialRuling<SkullRoll> {
  const state = draft.now();
  const { base, step: by, roller } = rolling;
  const values: number[] = [];
  for (let n = poolSize(base, by); n > 0; n--) values.push(draft.dice.roll(6, rolling.name));
  const rolled = values.map((value) => faceOf(state.settings, value));
  const lost = Math.abs(by);
  const fallen = { base, step: by, values, faces: rolled };
  if (lost === 0) return { ...fallen, chooser: 'none', dropped: [], kept: rolled };
  const chooser = by > 0 ? roller : findOpponent(state, roller, rolling.concern);
  const auto = chooseRemovedDice(rolled, lost, by > 0 ? 'worst' : 'best');
  if (chooser === undefined)
    return { ...fallen, chooser: 'auto', dropped: [...auto], kept: facesAfterRemoval(rolled, auto) };
  const best = formatDropId(auto);
  const question = lazyQuestion(
    {
      to: chooser,
      kind: 'drop-dice',
      auto: best,
      unless: dropPolicyOf(state, chooser),
      facts: { roller, faces: rolled },
    },
    () => {
      const { roller: own, opponent } = rolling.question();
      return {
        says: say`${by > 0 ? own : opponent}: ${ref(chooser)} removes ${count(lost, 'die', 'dice')}.`,
        choices: dropChoices(rolled, lost, best),
        rows: [tableRow(rolling, values, rolled)],
      };
    },
  );
  const dropped = yield* askDiceToDrop(rolled, lost, auto, question);
  return {
    ...fallen,
    chooser: by > 0 ? 'roller' : 'opponent',
    by: chooser,
    dropped: [...dropped].sort((a, b) => a - b),
    kept: facesAfterRemoval(rolled, dropped),
  };
}

export const withoutZeros = (parts: NamedSteps): Record<string, number> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== 0));

export const sumParts = (parts: NamedSteps): number => Object.values(parts).reduce((sum, each) => sum + each, 0);

/** Rule id and label of each part of a dice step. */
const parts: Readonly<Record<string, { readonly rule: string; readonly words: string }>> = {
  ...loadTables(
    new URL('./parts.json', import.meta.url),
    z.record(z.string(), z.strictObject({ rule: z.string(), words: z.string() })),
  ),
  [hiddenPartLabel]: { rule: '', words: hiddenPartLabel },
};

export const partWord = (name: string): Term | string =>
  parts[name] === undefined ? sheetWord(name) : term(parts[name].words);

export const buildSumSteps = (steps: NamedSteps, rules: Readonly<Record<string, string>> = {}): SumRow<Text> =>
  Object.entries(steps).map(([name, value]) =>
    step(
      rules[name] ?? parts[name]?.rule ?? traits[name]?.rule ?? 'DS-DICE-6',
      say`${formatSigned(value)} ${partWord(name)}`,
    ),
  );

const formatPool = ({ base, step: by }: Pick<SkullRoll, 'base' | 'step'>): string =>
  `${base}d${by === 0 ? '' : formatSigned(by)}`;

/** Formats rolled faces with their numbers: `HIT (6), BLK (2)`. */
const formatDice = ({ values, faces }: SkullRoll): Text =>
  joined(values.map((value, index) => say`${term(faces[index] ?? '')} (${value})`));

const removal = ({ dropped, faces, by, chooser }: SkullRoll): SumRow<Text> => {
  if (dropped.length === 0) return [];
  const which = joined(dropped.map((index) => say`${term(faces[index] ?? '')} (die ${index + 1})`));
  const rule = chooser === 'roller' ? 'DS-DICE-8' : chooser === 'opponent' ? 'DS-DICE-9' : 'DS-DICE-15';
  return [step(rule, by === undefined ? say`removed ${which}` : say`${maskedRef(by)} removes ${which}`)];
};

/** A roll as a row of a calculation: its dice step, all dice, the removed dice and the count. */
export const rollRow = (name: Text, roll: SkullRoll, made: SumRow<Text>, counts: SumRow<Text>): SumRow<Text> => [
  step('DS-DICE-5', say`${name} ${formatPool(roll)}`),
  ...made,
  step('DS-DICE-7', formatDice(roll)),
  ...removal(roll),
  ...(roll.dropped.length === 0 ? [] : [step('DS-DICE-10', say`kept ${joined(faceTerms(roll.kept))}`)]),
  ...counts,
];

/** An exact probability: `ways` divided by 6 to the power of `dice`. */
export interface Chance {
  readonly ways: bigint;
  readonly dice: number;
}

/** A combination of kept faces with its chance, if dice are removed by rank. */
interface KeptFaceChance {
  readonly kept: readonly DieFace[];
  readonly chance: Chance;
}

export const power = (dice: number): bigint => 6n ** BigInt(dice);

export const addChances = (a: Chance, b: Chance): Chance => {
  const dice = Math.max(a.dice, b.dice);
  return { dice, ways: a.ways * power(dice - a.dice) + b.ways * power(dice - b.dice) };
};

export const multiplyChances = (a: Chance, b: Chance): Chance => ({ ways: a.ways * b.ways, dice: a.dice + b.dice });

export const impossibleChance: Chance = { ways: 0n, dice: 0 };

export const certainChance: Chance = { ways: 1n, dice: 0 };

const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));

/** All combinations of faces that a roll can keep, with chances, if dice are removed by rank. DS-DICE-7, DS-DICE-11. */
export const keptFaceChances = (settings: Settings, base: number, step: number): readonly KeptFaceChance[] => {
  const pool = base + Math.abs(step);
  const sides = dieFaces.map((face) => BigInt(settings.dice.faces.filter((each) => each === face).length));
  const found: KeptFaceChance[] = [];
  const reckon = createLimitCounter('steps');
  // Even the first step of a very large pool is slow, so the limit is checked before it.
  reckon('odds', 10 * pool * pool);
  for (let hit = 0; hit <= pool; hit++)
    for (let adv = 0; hit + adv <= pool; adv++)
      for (let blank = 0; hit + adv + blank <= pool; blank++) {
        reckon('odds', 10 * pool);
        const counts = [hit, adv, blank, pool - hit - adv - blank];
        let ways = factorial(pool);
        for (const [index, count] of counts.entries())
          ways = (ways / factorial(count)) * (sides[index] ?? 0n) ** BigInt(count);
        if (ways === 0n) continue;
        const ranked = dieFaces.flatMap((face, index) => Array<DieFace>(counts[index] ?? 0).fill(face));
        const kept = step >= 0 ? ranked.slice(0, base) : ranked.slice(-step);
        found.push({ kept, chance: { ways, dice: pool } });
      }
  return found;
};

const countedBy = memoizeByObject((_: Settings) => new Map<string, ReadonlyMap<number, Chance>>());

/** Chance of each possible count of a roll, cached by settings. */
export const calculatePoolOdds = (
  settings: Settings,
  base: number,
  step: number,
  how: CountingRule,
): ReadonlyMap<number, Chance> => {
  const known = countedBy(settings);
  const key = `${base} ${step} ${how}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const odds = new Map<number, Chance>();
  for (const { kept, chance } of keptFaceChances(settings, base, step)) {
    const count = countFaces(kept, how, settings.test.moraleAdv);
    odds.set(count, addChances(odds.get(count) ?? impossibleChance, chance));
  }
  known.set(key, odds);
  return odds;
};
