import { type BatchStore, writeParts } from '../campaign/save-batch.ts';
import { characterStore } from './character-store.ts';
import { withDbErrors } from './db-errors.ts';
import type { PrismaClient } from './generated/client.ts';
import { historyStore } from './history-store.ts';
import { insertMessagesAlone } from './outbox-sql.ts';
import { pictureStore } from './picture-store.ts';
import { inTransaction } from './prisma-transaction.ts';
import { shelfStore } from './shelf-store.ts';

/** Ends a transaction of which nothing is to stay. */
class Stale extends Error {}

/** Everything at once, in one transaction. */
export const batchStore = (prisma: PrismaClient): BatchStore => ({
  write: async (batch, said) => {
    try {
      await withDbErrors(() =>
        inTransaction(prisma, async (tx) => {
          const shelf = shelfStore(tx);
          for (const item of batch.items) if ((await shelf.save(item)) !== 'kept') throw new Stale();
          const parts = { characters: characterStore(tx), histories: historyStore(tx), pictures: pictureStore(tx) };
          await writeParts(parts, batch);
          if (said !== undefined) await tx.$executeRaw(insertMessagesAlone(said));
        }),
      );
      return 'kept';
    } catch (error) {
      if (error instanceof Stale) return 'stale';
      throw error;
    }
  },
});
