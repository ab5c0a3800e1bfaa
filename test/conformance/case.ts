import { z } from 'zod';
import type { Difference } from './compare.ts';

/** One worked case: a battle as it stands, what is done, the dice that fall, and what must come of it. */
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
 * Plays a case on the real engine, with exactly the given dice, and says what differs: nothing when it passes.
 * A key of `expect` that it does not know, a die missing, left over or of the wrong size is a difference.
 */
export type PlayCase = (worked: WorkedCase) => readonly (Difference | string)[];

/** The words that all systems' cases share, taken out where they say what holds anyway. */
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
 * Plays a case as its system's adapter does; where that does not know a word all systems share (`errorAnyOf`, `diceUsed`,
 * `diceConsumed`, `stateUnchanged`), in the words it knows: a refusal changes nothing and all dice must be used up anyway.
 */
export const played: (play: PlayCase, worked: WorkedCase) => ReturnType<PlayCase> = (play, worked) => {
  const first = play(worked);
  const shared = ['errorAnyOf', 'diceUsed', 'diceConsumed', 'stateUnchanged'].some((word) => word in worked.expect);
  if (first.length === 0 || !shared) return first;
  const others = withoutShared(worked).map(play);
  return others.some((differences) => differences.length === 0) ? [] : first;
};
