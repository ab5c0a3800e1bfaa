import { writeMessages } from '../battle/saved/memory-outbox.ts';
import type { OutboxStore } from '../battle/saved/outbox.ts';
import type { MemoryShelf } from './memory-shelf.ts';
import { type BatchStore, type BatchStores, writeParts } from './save-batch.ts';

interface Parts extends BatchStores {
  readonly shelf: MemoryShelf;
}

/** Everything at once, in memory: shelves alone can refuse, so they are asked first. */
export const memoryBatchStore = ({ shelf, ...parts }: Parts, outbox?: Pick<OutboxStore, 'write'>): BatchStore => {
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
