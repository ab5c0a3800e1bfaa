import type { PlacedMessage } from '../battle/saved/outbox.ts';
import type { LibraryItem } from '../library/library.ts';
import type { Character, CharacterStore, HistoryEvent, HistoryStore } from './characters.ts';
import type { PictureStore, Portrait, SavedPicture } from './pictures.ts';

/** Everything that one command saves together. */
export interface SaveBatch {
  /** Characters with their new history events, oldest first. */
  readonly characters: readonly { readonly character: Character; readonly historyEvents: readonly HistoryEvent[] }[];
  /** Library items to save. Each must still have the version that was read. */
  readonly items: readonly LibraryItem[];
  readonly pictures: readonly SavedPicture[];
  readonly portraits: readonly Portrait[];
}

/** The stores that a batch needs besides the library. */
export interface BatchStores {
  readonly characters: Pick<CharacterStore, 'save'>;
  readonly histories: Pick<HistoryStore, 'add'>;
  readonly pictures: Pick<PictureStore, 'save' | 'setPortrait'>;
}

/** Writes a batch without its library items. The caller makes the writes atomic. */
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

/** Saves several things, all or nothing. Has one implementation in memory and one on Postgres, with the same tests. */
export interface BatchStore {
  /** Writes a batch. `stale` if an item changed or its name was taken; then nothing is written. */
  readonly write: (batch: SaveBatch, said?: PlacedMessage) => Promise<'kept' | 'stale'>;
}
