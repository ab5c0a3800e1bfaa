import { saidWith } from '../battle/saved/memory-outbox.ts';
import type { OutboxStore } from '../battle/saved/outbox.ts';
import type { HistoryStore } from './character-history.ts';
import type { CharacterStore } from './characters.ts';
import type { KeepingStore } from './keeping.ts';
import type { MemoryShelf } from './memory-shelf.ts';
import type { PictureStore } from './pictures.ts';

interface Parts {
  readonly characters: CharacterStore;
  readonly histories: HistoryStore;
  readonly shelf: MemoryShelf;
  readonly pictures: PictureStore;
}

/** Everything at once, in memory: shelves alone can refuse, so they are asked first. */
export const memoryKeeping = (
  { characters, histories, shelf, pictures }: Parts,
  outbox?: Pick<OutboxStore, 'write'>,
): KeepingStore => {
  const also = saidWith(outbox);
  return {
    write: async (batch, said) => {
      if (!shelf.saveTogether(batch.items)) return 'stale';
      for (const { character, happenings } of batch.characters) {
        await characters.save(character);
        for (const each of happenings) await histories.add(each);
      }
      for (const each of batch.pictures) await pictures.save(each);
      for (const each of batch.faces) await pictures.giveFace(each);
      await also(said);
      return 'kept';
    },
  };
};
