import { type Dice, rollMany } from '../../dice/dice.ts';
import type { Part, Roll } from './events.ts';
import type { Settings } from './settings.ts';
import type { Sheet } from './sheet.ts';

/** The three families of rolls (5.6): what 1s cancel, what can botch. */
export type Family = 'trait' | 'damage' | 'soak';

export const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { n }) => sum + n, 0);

/** Parts of a sum without those that add nothing; the first is kept so that there is one. */
export const partsOf = (...parts: readonly Part[]): Part[] => parts.filter(({ n }, index) => n !== 0 || index === 0);

/** ST-POOL-1, ST-RUL-12, ST-RUL-33: a missing ability is 0; `melee` and `weaponry` are one unless kept apart. */
export const abilityOf = ({ abilities }: Sheet, name: string, { separateMelee }: Settings): number =>
  !separateMelee && (name === 'melee' || name === 'weaponry')
    ? (abilities.weaponry ?? abilities.melee ?? 0)
    : (abilities[name] ?? 0);

export const traitParts = (sheet: Sheet, attribute: string, ability: string, settings: Settings): Part[] => [
  { says: attribute, n: sheet.attributes[attribute] ?? 0 },
  ...(ability === '' ? [] : [{ says: ability, n: abilityOf(sheet, ability, settings) }]),
];

/** ST-POOL-5. */
export const clampedDifficulty = (sum: number, { difficultyMin, difficultyMax }: Settings): number =>
  Math.min(Math.max(sum, difficultyMin), difficultyMax);

/** How many dice a pool sum gives: ST-POOL-10. A damage roll of 0 dice is never made. */
export const diceFor = (family: Family, pool: number, { emptyPool }: Settings): number =>
  pool > 0 ? pool : family !== 'damage' && emptyPool === 'one-die' ? 1 : 0;

/** What one die adds to hits: ST-POOL-6. */
export const hitsOf = (family: Family, face: number, difficulty: number, { tens }: Settings): number =>
  face < difficulty ? 0 : face === 10 && tens === 'two' && family === 'trait' ? 2 : 1;

/** Do 1s cancel hits on these rolls? ST-POOL-7, ST-DMG-5, ST-SOAK-3. */
export const onesCancel = (family: Family, { soakOnesCancel }: Settings): boolean =>
  family === 'trait' || (family === 'soak' && soakOnesCancel);

/** ST-POOL-6..9: hits, ones, successes and outcome of dice that have fallen. */
export const counted = (
  family: Family,
  dice: readonly number[],
  difficulty: number,
  settings: Settings,
): Pick<Roll, 'hits' | 'ones' | 'successes' | 'outcome'> => {
  let hits = 0;
  let ones = 0;
  for (const face of dice) {
    hits += hitsOf(family, face, difficulty, settings);
    if (face === 1) ones++;
  }
  const successes = onesCancel(family, settings) ? Math.max(0, hits - ones) : hits;
  return { hits, ones, successes, outcome: outcomeOf(family, hits, ones, successes, settings) };
};

/** ST-POOL-8, ST-POOL-9. */
export const outcomeOf = (
  family: Family,
  hits: number,
  ones: number,
  successes: number,
  { botchMode }: Settings,
): Roll['outcome'] => {
  if (successes >= 1) return 'success';
  const botched = botchMode === 'no-success' ? hits === 0 && ones >= 1 : ones > hits;
  return family === 'trait' && botched ? 'botch' : 'failure';
};

export interface PoolRoll {
  readonly family: Family;
  /** The name of the dice: `attack`, `defense`, `damage`, `soak`, `action`, `oppose`. */
  readonly name: string;
  readonly parts: readonly Part[];
  readonly marks: readonly Part[];
}

/** Rolls a pool. Only trait rolls have their difficulty clamped; damage and soak are never modified. */
export const rollPool = ({ family, name, parts, marks }: PoolRoll, settings: Settings, dice: Dice): Roll => {
  const pool = sumOf(parts);
  const difficulty = family === 'trait' ? clampedDifficulty(sumOf(marks), settings) : sumOf(marks);
  const fallen = rollMany(dice, diceFor(family, pool, settings), 10, name);
  return {
    pool,
    parts: [...parts],
    difficulty,
    marks: [...marks],
    dice: fallen,
    ...counted(family, fallen, difficulty, settings),
  };
};
