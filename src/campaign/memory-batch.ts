import { createMessageWriter } from '../battle/saved/memory-outbox.ts';
import type { OutboxStore } from '../battle/saved/outbox.ts';
import type { MemoryLibrary } from '../library/memory-library.ts';
import { type BatchStore, type BatchStores, writeBatchParts } from './save-batch.ts';

interface Parts extends BatchStores {
  readonly library: MemoryLibrary;
}

/** Everything at once, in memory: shelves alone can refuse, so they are asked first. */
export const createMemoryBatchStore = (
  { library, ...parts }: Parts,
  outbox?: Pick<OutboxStore, 'write'>,
): BatchStore => {
  const also = createMessageWriter(outbox);
  return {
    write: async (batch, said) => {
      if (!library.saveTogether(batch.items)) return 'stale';
      await writeBatchParts(parts, batch);
      await also(said);
      return 'kept';
    },
  };
};
