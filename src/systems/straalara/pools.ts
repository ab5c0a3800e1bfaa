import { z } from 'zod';
import { BoundedCache } from '../../core/memoize.ts';
import { count, formatSigned, phrase, say, type Text, term } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { type Dice, rollMany } from '../../dice/dice.ts';
import { type SumRow, type SumStep, step } from '../../rules/event.ts';
import type { EntrantInBattle, SheetCheck } from '../../rules/sheets.ts';
import type { Settings } from './settings.ts';
import type { Sheet } from './sheet.ts';
import { type Combatant, find, type State } from './state.ts';

const partSchema = z.strictObject({ says: z.string(), n: z.int() });
export type SumPart = z.output<typeof partSchema>;

/** A pool after its roll: its parts, every die, hits, 1s and successes. */
export const rolledPoolSchema = z.strictObject({
  pool: z.int(),
  parts: z.array(partSchema),
  difficulty: z.int(),
  marks: z.array(partSchema),
  dice: z.array(z.int().min(1).max(10)),
  hits: z.int(),
  ones: z.int(),
  successes: z.int(),
  outcome: z.enum(['success', 'failure', 'botch']),
});
export type RolledPool = z.output<typeof rolledPoolSchema>;

/** The families of rolls differ in what 1s cancel and what can botch. Section 5.6 of RULES.md. */
export type RollFamily = 'trait' | 'damage' | 'soak';

/** Adds up the parts of a pool or of a difficulty. ST-POOL-2, ST-POOL-11. */
export const sumParts = (parts: readonly SumPart[]): number => parts.reduce((sum, { n }) => sum + n, 0);

/** Removes parts that are zero, except the first part. */
export const nonZeroParts = (...parts: readonly SumPart[]): SumPart[] =>
  parts.filter(({ n }, index) => n !== 0 || index === 0);

/** Rating of the ability, or 0. `melee` means `weaponry` unless the settings separate both. ST-RUL-12, ST-RUL-33. */
const findAbility = ({ abilities }: Sheet, ability: string, { separateMelee }: Settings): number =>
  !separateMelee && (ability === 'melee' || ability === 'weaponry')
    ? (abilities.weaponry ?? abilities.melee ?? 0)
    : (ownValue(abilities, ability) ?? 0);

export const traitParts = (sheet: Sheet, attribute: string, ability: string, settings: Settings): SumPart[] => [
  { says: attribute, n: ownValue(sheet.attributes, attribute) ?? 0 },
  ...(ability === '' ? [] : [{ says: ability, n: findAbility(sheet, ability, settings) }]),
];

/** The difficulty of a roll for which none is given. ST-POOL-3. */
export const defaultDifficulty = 6;

/** Limits a difficulty to the range of the settings. ST-POOL-5, ST-RUL-31. */
export const clampDifficulty = (sum: number, { difficultyMin, difficultyMax }: Settings): number =>
  Math.min(Math.max(sum, difficultyMin), difficultyMax);

/** The name of the combatant’s current health level. ST-WOUND-2, ST-RUL-44. */
export const healthLevelOf = ({ lost }: Combatant, { healthTrack }: Settings): string =>
  lost === 0 ? 'Unhurt' : (healthTrack[lost - 1]?.level ?? 'Incapacitated');

/** Dice lost at the current health level. Undefined if the combatant is not up. ST-WOUND-2, ST-WOUND-3, ST-WOUND-4. */
export const woundPenalty = ({ life, lost }: Combatant, { healthTrack }: Settings): number | undefined =>
  life !== 'up' ? undefined : lost === 0 ? 0 : (healthTrack[lost - 1]?.penalty ?? 0);

/** Dice that wounds remove from attack, defense, action and opposition pools. ST-WOUND-4, ST-RUL-29. */
export const poolPenalty = (me: Combatant, settings: Settings): number =>
  settings.woundsReducePools ? (woundPenalty(me, settings) ?? 0) : 0;

/** Number of dice to roll for a pool; an empty damage pool rolls none. ST-POOL-10, ST-RUL-30. */
const poolDice = (family: RollFamily, pool: number, { emptyPool }: Settings): number =>
  pool > 0 ? pool : family !== 'damage' && emptyPool === 'one-die' ? 1 : 0;

/** Number of hits that one die shows. ST-POOL-6, ST-RUL-28. */
const hitsOfDie = (family: RollFamily, face: number, difficulty: number, { tens }: Settings): number =>
  face < difficulty ? 0 : face === 10 && tens === 'two' && family === 'trait' ? 2 : 1;

/** True if 1s cancel hits in this family of rolls. ST-POOL-7, ST-RUL-26, ST-DMG-5, ST-SOAK-3. */
const doOnesCancel = (family: RollFamily, { soakOnesCancel }: Settings): boolean =>
  family === 'trait' || (family === 'soak' && soakOnesCancel);

/** Counts hits, 1s and successes, and finds the outcome. ST-POOL-6, ST-POOL-7, ST-POOL-8, ST-POOL-9, ST-RUL-27. */
export const countSuccesses = (
  family: RollFamily,
  dice: readonly number[],
  difficulty: number,
  settings: Settings,
): Pick<RolledPool, 'hits' | 'ones' | 'successes' | 'outcome'> => {
  const hits = dice.reduce((sum, face) => sum + hitsOfDie(family, face, difficulty, settings), 0);
  const ones = dice.filter((face) => face === 1).length;
  const successes = doOnesCancel(family, settings) ? Math.max(0, hits - ones) : hits;
  const botched = settings.botchMode === 'no-success' ? hits === 0 && ones >= 1 : ones > hits;
  const failure = family === 'trait' && botched ? 'botch' : 'failure';
  return { hits, ones, successes, outcome: successes >= 1 ? 'success' : failure };
};

interface PoolRoll {
  readonly family: RollFamily;
  /** The name of the roll: `attack`, `defense`, `damage`, `soak`, `action` or `oppose`. */
  readonly name: string;
  readonly parts: readonly SumPart[];
  readonly marks: readonly SumPart[];
}

/** Rolls a pool. Only trait rolls limit their difficulty; damage and soak have a fixed one. */
export const rollPool = ({ family, name, parts, marks }: PoolRoll, settings: Settings, dice: Dice): RolledPool => {
  const pool = sumParts(parts);
  const difficulty = family === 'trait' ? clampDifficulty(sumParts(marks), settings) : sumParts(marks);
  const fallen = rollMany(dice, poolDice(family, pool, settings), 10, name);
  return {
    pool,
    parts: [...parts],
    difficulty,
    marks: [...marks],
    dice: fallen,
    ...countSuccesses(family, fallen, difficulty, settings),
  };
};

export const formatSuccesses = (n: number): Text => count(n, 'success', 'successes');

export const formatDiceCount = (n: number): Text => count(n, 'die', 'dice');

const ruleOf: Readonly<Record<string, string>> = {
  stance: 'ST-STANCE-8',
  GM: 'ST-GM-1',
  wounds: 'ST-WOUND-4',
  'earlier defenses': 'ST-DEF-8',
  weapon: 'ST-POOL-4',
  'long range': 'ST-RUL-32',
  effects: 'ST-GEN-4',
  armor: 'ST-SOAK-2',
};

/** Formats parts like `dexterity 4 · +4 weaponry`, each with its rule. */
export const partSteps = (
  parts: readonly SumPart[],
  rule = (says: string): string => ruleOf[says] ?? 'ST-POOL-1',
): readonly SumStep[] =>
  parts.map(({ says, n }, index) =>
    step(rule(says), index === 0 ? phrase`${term(says)} ${n}` : phrase`${formatSigned(n)} ${term(says)}`),
  );

/** Formats a pool like `dexterity 4 · +4 weaponry = 8 dice`. */
const poolRow = ({ parts, pool, dice: fallen }: RolledPool): SumRow<Text> => [
  ...partSteps(parts),
  step('ST-POOL-2', say`= ${formatDiceCount(pool)}`),
  ...(fallen.length === Math.max(0, pool) ? [] : [step('ST-POOL-2', phrase`${fallen.length} rolled`)]),
];

/** Formats a difficulty like `difficulty 6 · +1 weapon = 7`. Empty if nothing changes it. */
const difficultyRow = ({ marks, difficulty }: RolledPool): readonly SumRow[] =>
  marks.length < 2 && marks[0]?.n === difficulty
    ? []
    : [
        [
          step('ST-POOL-3', phrase`difficulty ${marks[0]?.n ?? defaultDifficulty}`),
          ...marks
            .slice(1)
            .map(({ says, n }) => step(ruleOf[says] ?? 'ST-POOL-4', phrase`${formatSigned(n)} ${term(says)}`)),
          step('ST-POOL-5', phrase`= ${difficulty}`),
        ],
      ];

/** Formats dice like `d10 9 7 6 1 against 6: 3 hits · −1 one = 2 successes`. */
const diceRow = (whose: Text, rule: string, roll: RolledPool): SumRow<Text> => {
  const { dice: fallen, difficulty, hits, ones, successes: left } = roll;
  if (fallen.length === 0) return [step('ST-POOL-10', say`${whose}: no dice, no successes`)];
  return [
    step(rule, say`${whose} d10 ${fallen.join(' ')} against ${difficulty}: ${count(hits, 'hit')}`),
    ...(ones > 0 && left !== hits ? [step('ST-POOL-7', say`−${count(ones, 'one')}`)] : []),
    step('ST-POOL-8', say`= ${formatSuccesses(left)}`),
  ];
};

/** Log rows with every number of a roll, or with its successes only if it is hidden. */
export const rollRows = (whose: Text, rule: string, roll: RolledPool, isVisible: boolean): readonly SumRow<Text>[] =>
  isVisible
    ? [poolRow(roll), ...difficultyRow(roll), diceRow(whose, rule, roll)]
    : [[step(rule, say`${whose}: ${formatSuccesses(roll.successes)}`)]];

/** The chances of 0, 1, 2 … successes. */
export type SuccessDistribution = readonly number[];

/** Maximum number of dice in calculations; larger pools count as this many. */
const maxDice = 80;

const addChance = (chances: number[], n: number, more: number): void => {
  while (chances.length <= n) chances.push(0);
  chances[n] = (chances[n] ?? 0) + more;
};

/** Calculates the exact chances of a pool, die by die. ST-POOL-6, ST-POOL-7. */
const calculateSuccessChances = (
  family: RollFamily,
  dice: number,
  difficulty: number,
  settings: Settings,
): SuccessDistribution => {
  const cancels = doOnesCancel(family, settings);
  const faces = new Map<number, number>();
  for (let face = 1; face <= 10; face++) {
    const worth = hitsOfDie(family, face, difficulty, settings) - (cancels && face === 1 ? 1 : 0);
    faces.set(worth, (faces.get(worth) ?? 0) + 0.1);
  }
  // Sums run from -dice (every die a 1) to 2 * dice (every 10 two hits).
  let sums = new Map([[0, 1]]);
  for (let die = 0; die < dice; die++) {
    const next = new Map<number, number>();
    for (const [sum, chance] of sums)
      for (const [worth, share] of faces) next.set(sum + worth, (next.get(sum + worth) ?? 0) + chance * share);
    sums = next;
  }
  const chances: number[] = [0];
  for (const [sum, chance] of [...sums].toSorted(([a], [b]) => a - b)) addChance(chances, Math.max(0, sum), chance);
  return chances;
};

const families = { trait: 0, damage: 1, soak: 2 } as const;

/** Caches chances by family, settings, dice and difficulty. */
const tables = new BoundedCache<number, SuccessDistribution>(2000);

/** The distribution of a roll whose successes are known. */
export const exactSuccesses = (n: number): SuccessDistribution => [...new Array<number>(n).fill(0), 1];

/** The chances of each number of successes of a pool. */
export const successChances = (
  family: RollFamily,
  pool: number,
  difficulty: number,
  settings: Settings,
): SuccessDistribution => {
  const dice = Math.min(poolDice(family, pool, settings), maxDice);
  const face = Math.min(11, Math.max(1, difficulty));
  const manner = families[family] * 4 + (settings.tens === 'two' ? 2 : 0) + (doOnesCancel(family, settings) ? 1 : 0);
  const key = (manner * 100 + dice) * 16 + face;
  return tables.get(key) ?? tables.put(key, calculateSuccessChances(family, dice, face, settings));
};

/** The distribution of a result of two rolls, never below 0. `rest`: the result of one pair of successes. */
const combineDistributions = (
  left: SuccessDistribution,
  right: SuccessDistribution,
  rest: (left: number, right: number) => number,
): SuccessDistribution => {
  const out: number[] = [0];
  for (const [a, chance] of left.entries())
    for (const [b, other] of right.entries()) addChance(out, Math.max(0, rest(a, b)), chance * other);
  return out;
};

export const meanSuccesses = (chances: SuccessDistribution): number =>
  chances.reduce((sum, chance, n) => sum + n * chance, 0);

export const chanceOfAtLeast = (chances: SuccessDistribution, n: number): number =>
  chances.slice(n).reduce((sum, each) => sum + each, 0);

/** The weighted mean of several distributions. */
const mixDistributions = (parts: readonly { weight: number; chances: SuccessDistribution }[]): SuccessDistribution => {
  const out: number[] = [];
  for (const { weight, chances } of parts)
    for (const [n, chance] of chances.entries()) addChance(out, n, weight * chance);
  return out;
};

/** Successes of the attack that are left after the defense. ST-DEF-6, ST-DEF-7, ST-RUL-39. */
export const netSuccesses = (attack: number, defense: number, { partialDefense }: Settings): number =>
  partialDefense === 'nothing' && defense < attack ? attack : attack - defense;

interface AttackPools {
  /** The chances of the attack’s successes. `defense` has the defense’s chances, or `[1]` without a defense. */
  readonly attack: SuccessDistribution;
  readonly defense: SuccessDistribution;
  readonly base: number;
  readonly netAdds: boolean;
  readonly soakPool: number;
  readonly settings: Settings;
}

export interface AttackChances {
  readonly hit: number;
  /** The chances of damage successes before soak. `levelsLost` has the chances after soak. */
  readonly damageRolled: SuccessDistribution;
  readonly levelsLost: SuccessDistribution;
}

/** Calculates exact chances of an attack with defense, damage and soak. ST-RES-1. */
export const attackChances = (pools: AttackPools): AttackChances => {
  const { attack, defense, base, netAdds, soakPool, settings } = pools;
  const nets = combineDistributions(attack, defense, (a, d) => netSuccesses(a, d, settings));
  const soak = successChances('soak', soakPool, 6, settings);
  const damages = nets.map((weight, n) => ({
    weight,
    chances: n === 0 ? [1] : successChances('damage', base + (netAdds ? n - 1 : 0), 6, settings),
  }));
  const rolled = mixDistributions(damages);
  return {
    hit: chanceOfAtLeast(nets, 1),
    damageRolled: rolled,
    levelsLost: combineDistributions(rolled, soak, (damage, soaked) => damage - soaked),
  };
};

/** Dice formula of a pool outside battle; an empty pool rolls one die. ST-POOL-1, ST-POOL-3, ST-POOL-6, ST-POOL-10. */
const pool = (name: string, dice: number): SheetCheck => ({
  ...{ name, notation: `${Math.max(1, dice)}d10>=${defaultDifficulty}fmin0`, succeeds: 'at-least', target: 1 },
});

/** Rolls of each attribute alone, and with each ability on the sheet. In a battle, wounds count. ST-POOL-1, ST-RUL-29. */
export const sheetChecks = (
  { attributes, abilities }: Sheet,
  there?: EntrantInBattle<State>,
): readonly SheetCheck[] => {
  const me = there && find(there.state, there.id);
  const lost = there && me ? poolPenalty(me, there.state.settings) : 0;
  const own = Object.entries(attributes).map(([name, dice]) => [name, dice - lost] as const);
  return [
    ...own.map(([name, dice]) => pool(name, dice)),
    ...Object.entries(abilities).flatMap(([ability, more]) =>
      own.map(([name, dice]) => pool(`${name} ${ability}`, dice + more)),
    ),
  ];
};
