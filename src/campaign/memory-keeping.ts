import { writeMessages } from '../battle/saved/memory-outbox.ts';
import type { OutboxStore } from '../battle/saved/outbox.ts';
import { type KeepingParts, type KeepingStore, writeParts } from './keeping.ts';
import type { MemoryShelf } from './memory-shelf.ts';

interface Parts extends KeepingParts {
  readonly shelf: MemoryShelf;
}

/** Everything at once, in memory: shelves alone can refuse, so they are asked first. */
export const memoryKeeping = ({ shelf, ...parts }: Parts, outbox?: Pick<OutboxStore, 'write'>): KeepingStore => {
  const also = writeMessages(outbox);
  return {
    write: async (batch, said) => {
      if (!shelf.saveTogether(batch.items)) return 'stale';
      await writeParts(parts, batch);
      await also(said);
      return 'kept';
    },
  };
};
