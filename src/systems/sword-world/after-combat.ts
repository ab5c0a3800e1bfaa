import type { Dice } from '../../dice/dice.ts';
import { recover } from './life.ts';
import { happens, type Unfolding } from './unfolding.ts';
import { theBody, theUnit } from './units.ts';
import { rangerExtra } from './values.ts';

/** SW-HERB-1, SW-HERB-2. Which pool an herb restores, and its row of the power table. */
export const herbs = {
  lifegrass: { pool: 'hp', power: 10 },
  magicHerb: { pool: 'mp', power: 0 },
} as const;
export type Herb = keyof typeof herbs;
/** SW-HERB-1, SW-LOOT-1. */
export const jobMinutes = 10;

/** SW-HERB-2. Gives the amount rolled, before the maximum. */
export const useHerb = (course: Unfolding, user: string, herb: Herb, body: string, dice: Dice): number => {
  const extra = rangerExtra(theUnit(course.state, user), 'dex');
  return recover(course, { body, by: user, what: herb, ...herbs[herb], extra, minutes: jobMinutes }, dice);
};

/** SW-HEAL-1. A potion: its row, Ranger and Intelligence. */
export const usePotion = (
  course: Unfolding,
  user: string,
  potion: { readonly name: string; readonly power: number; readonly pool: 'hp' | 'mp' },
  body: string,
  dice: Dice,
): number => {
  const extra = rangerExtra(theUnit(course.state, user), 'int');
  const { name, power, pool } = potion;
  return recover(
    course,
    { body: theBody(course.state, body).body.id, by: user, what: name, pool, power, extra, minutes: 0 },
    dice,
  );
};

/** SW-LOOT-1, SW-LOOT-2. Monsters dealt to the looters in turn, ten minutes each; characters work in parallel. */
export const loot = (course: Unfolding, looters: readonly string[], monsters: readonly string[]): number => {
  const shares = looters.map((unit, n) => {
    const own = monsters.filter((_, at) => at % looters.length === n);
    return { unit, monsters: own, minutes: own.length * jobMinutes };
  });
  const minutes = Math.max(0, ...shares.map((share) => share.minutes));
  happens(course, { type: 'looted', looters: shares, minutes });
  return minutes;
};
