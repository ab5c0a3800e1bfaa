import { z } from 'zod';
import type { EditionStamp } from '../editions/app-edition.ts';

/** So many entries lie between two checkpoints; fewer where an entry takes back what lies before the last of them. */
export const entriesPerCheckpoint = 100;

/** Of how many entries readers were told up to one. */
export const visibleEntryCountsSchema = z.strictObject({
  /** Counted with the hidden rolls of these entries open. */
  opened: z.array(z.int()),
  /**
   * By reader, everybody under an empty name: as they count while the battle lasts, and as everybody counts once it is over. Then, of
   * what the entry itself takes back or gives back, of how many they had been told, counted in both ways.
   */
  by: z.record(z.string(), z.tuple([z.int(), z.int(), z.int(), z.int()])),
});
export type VisibleEntryCounts = z.output<typeof visibleEntryCountsSchema>;

export const readVisibleEntryCounts = (text: string): VisibleEntryCounts =>
  visibleEntryCountsSchema.parse(JSON.parse(text));

/** How a battle stood after an entry, as it is kept: as JSON, in the editions of its battle. */
export interface SavedCheckpoint {
  /** The number of the entry. */
  readonly n: number;
  /** The first entry since the checkpoint before it. */
  readonly from: number;
  /** Table, game and open question. */
  readonly state: string;
  readonly told: string;
  /** Do the same entries stand up to here that stood then? */
  readonly standing: boolean;
}

/** The same with what it is found by. */
export interface Checkpoint extends Omit<SavedCheckpoint, 'standing'> {
  readonly edition: EditionStamp;
  /** Who gave the entries since the one before it, as any reader may know it. */
  readonly users: readonly string[];
  /** Was one of these rolled in secret? */
  readonly secret: boolean;
  /** From which entry on, before the last checkpoint, its entry takes back or gives back; and which undo it undoes. */
  readonly turned?: { readonly from: number; readonly undoes?: number | undefined } | undefined;
}

/** Which checkpoints of a battle are looked for, the newest first; those made under other editions, or of another log, are none. */
export interface CheckpointQuery {
  readonly edition: EditionStamp;
  readonly from?: number | undefined;
  readonly to: number;
  /** Only those up to which the same entries stand now as stood then. */
  readonly standing?: boolean | undefined;
  readonly user?: string | undefined;
  readonly secret?: boolean | undefined;
  /** Without the state. */
  readonly light?: boolean | undefined;
  readonly most: number;
}
