import type { Ruleset } from './ruleset.ts';

/** A sheet in the present edition of its rulebook; one that cannot be lifted comes as it is, and is refused where it is used. */
export const upcastSheet = (ruleset: Ruleset | undefined, edition: number, sheet: unknown): unknown => {
  try {
    return ruleset === undefined ? sheet : ruleset.editions.sheet(edition, sheet);
  } catch {
    return sheet;
  }
};
