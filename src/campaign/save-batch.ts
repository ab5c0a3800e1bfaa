import type { PlacedMessage } from '../battle/saved/outbox.ts';
import type { LibraryItem } from '../library/library.ts';
import type { Character, CharacterStore, HistoryEvent, HistoryStore } from './characters.ts';
import type { PictureStore, Portrait, SavedPicture } from './pictures.ts';

/** Everything that one command keeps. */
export interface SaveBatch {
  /** Characters, each with what happened to it, the oldest first. */
  readonly characters: readonly { readonly character: Character; readonly historyEvents: readonly HistoryEvent[] }[];
  /** Things of shelves: written over the version they were read of. */
  readonly items: readonly LibraryItem[];
  readonly pictures: readonly SavedPicture[];
  readonly portraits: readonly Portrait[];
}

/** The stores of what a batch holds beside things of shelves. */
export interface BatchStores {
  readonly characters: Pick<CharacterStore, 'save'>;
  readonly histories: Pick<HistoryStore, 'add'>;
  readonly pictures: Pick<PictureStore, 'save' | 'setPortrait'>;
}

/** Writes what a batch holds beside things of shelves, one after the other: whoever calls sees to it that all of it stays or none. */
export const writeBatchParts = async (
  { characters, histories, pictures }: BatchStores,
  batch: Omit<SaveBatch, 'items'>,
): Promise<void> => {
  for (const { character, historyEvents } of batch.characters) {
    await characters.save(character);
    for (const each of historyEvents) await histories.add(each);
  }
  for (const each of batch.pictures) await pictures.save(each);
  for (const each of batch.portraits) await pictures.setPortrait(each);
};

/** Writes things of several kinds, all of them or none. One implementation in memory, one on Postgres; one suite tests both. */
export interface BatchStore {
  /** `stale` where something of a shelf was changed meanwhile, or its name was taken: then nothing is written. */
  readonly write: (batch: SaveBatch, said?: PlacedMessage) => Promise<'kept' | 'stale'>;
}
