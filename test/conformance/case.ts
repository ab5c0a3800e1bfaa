import { z } from 'zod';
import type { Difference } from './compare.ts';

/** One worked case: a battle, an action, the dice, and the expected result. */
export const workedCase = z.object({
  id: z.string(),
  rules: z.array(z.string()).default([]),
  setup: z.record(z.string(), z.unknown()).default({}),
  action: z.record(z.string(), z.unknown()),
  dice: z.array(z.number()).default([]),
  expect: z.record(z.string(), z.unknown()),
  why: z.string().default(''),
});
export type WorkedCase = z.output<typeof workedCase>;

/**
 * Plays a case on the real engine with exactly the given dice, and returns the differences. An unknown key in `expect`,
 * or a missing, extra or wrong die is a difference.
 */
export type PlayCase = (worked: WorkedCase) => readonly (Difference | string)[];

/** Removes the keys common to all rulebooks' cases where they say what holds anyway. */
const withoutShared = (worked: WorkedCase): readonly WorkedCase[] => {
  const { errorAnyOf, diceUsed, diceConsumed, stateUnchanged, ...rest } = worked.expect;
  const counts = [diceUsed, diceConsumed].filter((count) => count !== undefined && count !== worked.dice.length);
  const codes = Array.isArray(errorAnyOf) ? errorAnyOf : undefined;
  const refused = rest.error !== undefined || codes !== undefined;
  const kept = {
    ...rest,
    ...(counts.length > 0 && { diceUsed, diceConsumed }),
    ...(stateUnchanged !== undefined && !(refused && stateUnchanged === true) && { stateUnchanged }),
  };
  return codes === undefined
    ? [{ ...worked, expect: kept }]
    : codes.map((error: unknown) => ({ ...worked, expect: { ...kept, error } }));
};

/**
 * Plays a case with its rulebook's adapter. Translates common keys (`errorAnyOf`, `diceUsed`, `diceConsumed`,
 * `stateUnchanged`) that the adapter does not know.
 */
export const playCase: (play: PlayCase, worked: WorkedCase) => ReturnType<PlayCase> = (play, worked) => {
  const first = play(worked);
  const shared = ['errorAnyOf', 'diceUsed', 'diceConsumed', 'stateUnchanged'].some((word) => word in worked.expect);
  if (first.length === 0 || !shared) return first;
  const others = withoutShared(worked).map(play);
  return others.some((differences) => differences.length === 0) ? [] : first;
};
