import type { Draft } from './action.ts';
import { recover } from './life.ts';
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
export const useHerb = (draft: Draft, user: string, herb: Herb, body: string): number => {
  const extra = rangerExtra(theUnit(draft.now(), user), 'dex');
  return recover(draft, { body, by: user, what: herb, ...herbs[herb], extra, minutes: jobMinutes });
};

/** SW-HEAL-1. A potion: its row, Ranger and Intelligence. */
export const usePotion = (
  draft: Draft,
  user: string,
  potion: { readonly name: string; readonly power: number; readonly pool: 'hp' | 'mp' },
  body: string,
): number => {
  const extra = rangerExtra(theUnit(draft.now(), user), 'int');
  const { name, power, pool } = potion;
  return recover(draft, {
    body: theBody(draft.now(), body).body.id,
    by: user,
    what: name,
    pool,
    power,
    extra,
    minutes: 0,
  });
};

/** SW-LOOT-1, SW-LOOT-2. Monsters dealt to the looters in turn, ten minutes each; characters work in parallel. */
export const loot = (draft: Draft, looters: readonly string[], monsters: readonly string[]): number => {
  const shares = looters.map((unit, n) => {
    const own = monsters.filter((_, at) => at % looters.length === n);
    return { unit, monsters: own, minutes: own.length * jobMinutes };
  });
  const minutes = Math.max(0, ...shares.map((share) => share.minutes));
  draft.emit({ type: 'looted', looters: shares, minutes });
  return minutes;
};
