import type { Placed } from '../battle/saved/outbox.ts';
import type { HistoryEvent } from './character-history.ts';
import type { Character } from './characters.ts';
import type { Face, KeptPicture } from './pictures.ts';
import type { ShelfItem } from './shelf.ts';

/** Everything that one command keeps. */
export interface KeptBatch {
  /** Characters, each with what happened to it, the oldest first. */
  readonly characters: readonly { readonly character: Character; readonly happenings: readonly HistoryEvent[] }[];
  /** Things of shelves: written over the version they were read of. */
  readonly items: readonly ShelfItem[];
  readonly pictures: readonly KeptPicture[];
  readonly faces: readonly Face[];
}

/** Writes things of several kinds, all of them or none. One implementation in memory, one on Postgres; one suite tests both. */
export interface KeepingStore {
  /** `stale` where something of a shelf was changed meanwhile, or its name was taken: then nothing is written. */
  readonly write: (batch: KeptBatch, said?: Placed) => Promise<'kept' | 'stale'>;
}
