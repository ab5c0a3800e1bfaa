import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { tallyKinds } from '../rules/event.ts';

const deedCounts = z.partialRecord(z.enum(tallyKinds), z.int());
const faceCounts = z.strictObject({ sides: z.int(), faces: z.array(z.int()) });

/** What one person did with one combatant or seat in a battle; rolls for nobody in particular have no actor. */
const sliceSchema = z.strictObject({
  user: z.string(),
  actor: z.string().optional(),
  dice: z.array(faceCounts),
  /** Dice rolled at a real table: they are no part of the tests of chance. */
  byHand: z.int(),
  deeds: deedCounts,
  /** How long the battle waited for each move, in seconds. */
  moves: z.array(z.int()),
});
export type TallySlice = z.output<typeof sliceSchema>;

/** A battle counted. */
export const battleTallySchema = z.strictObject({
  battle: z.string(),
  /** The entries that were counted: another version of the battle is counted again. */
  version: z.int(),
  /** By what name people were shown there. */
  names: z.record(z.string(), z.string()),
  slices: z.array(sliceSchema),
});
export type BattleTally = z.output<typeof battleTallySchema>;

/** Battles that were counted, to be had again at once, and who keeps their statistics to themselves. */
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

/** All that several slices come to. */
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
