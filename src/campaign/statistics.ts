import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { tallyKinds } from '../rules/event.ts';

const deedCounts = z.partialRecord(z.enum(tallyKinds), z.int());
const faceCounts = z.strictObject({ sides: z.int(), faces: z.array(z.int()) });

/** What one user did with one combatant in a battle. Rolls for no one have no actor. */
const sliceSchema = z.strictObject({
  user: z.string(),
  actor: z.string().optional(),
  dice: z.array(faceCounts),
  /** Dice rolled by hand, which tests of fairness ignore. */
  byHand: z.int(),
  deeds: deedCounts,
  /** How long each move took (seconds). */
  moves: z.array(z.int()),
});
export type TallySlice = z.output<typeof sliceSchema>;

/** The statistics of a battle. */
export const battleTallySchema = z.strictObject({
  battle: z.string(),
  /** The version that was counted. */
  version: z.int(),
  /** The names of users in the battle. */
  names: z.record(z.string(), z.string()),
  slices: z.array(sliceSchema),
});
export type BattleTally = z.output<typeof battleTallySchema>;

/** Saves the statistics of ended battles, and which users hide theirs. */
export interface StatisticsStore {
  readonly find: (battles: readonly string[]) => Promise<readonly BattleTally[]>;
  readonly save: (tallied: BattleTally) => Promise<void>;
  readonly forget: (battles: readonly string[]) => Promise<void>;
  readonly listPrivate: (users: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly setPrivate: (user: string, on: boolean, said?: PlacedMessage) => Promise<void>;
}

const mergeFaceCounts = (a: readonly TallySlice['dice'][number][], b: TallySlice['dice']): TallySlice['dice'] => {
  const sizes = new Map(a.map((each) => [each.sides, each.faces]));
  for (const { sides, faces } of b) {
    const there = sizes.get(sides) ?? [];
    sizes.set(
      sides,
      Array.from({ length: sides }, (_, at) => (there[at] ?? 0) + (faces[at] ?? 0)),
    );
  }
  return [...sizes].toSorted(([x], [y]) => x - y).map(([sides, faces]) => ({ sides, faces: [...faces] }));
};

/** The sum of slices. */
export type SliceTotals = Pick<TallySlice, 'dice' | 'byHand' | 'deeds' | 'moves'>;

export const sumSlices = (slices: readonly SliceTotals[]): SliceTotals => {
  const sum: SliceTotals = { dice: [], byHand: 0, deeds: {}, moves: [] };
  for (const slice of slices) {
    sum.dice = mergeFaceCounts(sum.dice, slice.dice);
    sum.byHand += slice.byHand;
    for (const deed of tallyKinds) {
      const more = slice.deeds[deed];
      if (more !== undefined) sum.deeds[deed] = (sum.deeds[deed] ?? 0) + more;
    }
    sum.moves.push(...slice.moves);
  }
  return sum;
};
