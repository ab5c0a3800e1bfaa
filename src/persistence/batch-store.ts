import { type BatchStore, writeBatchParts } from '../campaign/save-batch.ts';
import { createCharacterStore } from './character-store.ts';
import { withTranslatedErrors } from './db-errors.ts';
import type { PrismaClient } from './generated/client.ts';
import { createHistoryStore } from './history-store.ts';
import { createLibraryStore } from './library-store.ts';
import { insertMessagesStandaloneSql } from './outbox-sql.ts';
import { createPictureStore } from './picture-store.ts';
import { runInTransaction } from './prisma-transaction.ts';

/** Thrown to roll back the transaction of a batch that is out of date. */
class StaleBatch extends Error {}

/** Creates the batch store on Postgres, which writes each batch in one transaction. */
export const createBatchStore = (prisma: PrismaClient): BatchStore =>
  withTranslatedErrors({
    write: async (batch, said) => {
      try {
        await runInTransaction(prisma, async (tx) => {
          const shelf = createLibraryStore(tx);
          for (const item of batch.items) if ((await shelf.save(item)) !== 'kept') throw new StaleBatch();
          const parts = {
            characters: createCharacterStore(tx),
            histories: createHistoryStore(tx),
            pictures: createPictureStore(tx),
          };
          await writeBatchParts(parts, batch);
          if (said !== undefined) await tx.$executeRaw(insertMessagesStandaloneSql(said));
        });
        return 'kept';
      } catch (error) {
        if (error instanceof StaleBatch) return 'stale';
        throw error;
      }
    },
  });
