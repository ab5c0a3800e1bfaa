import type { KeepingStore } from '../campaign/keeping.ts';
import { characterStore } from './character-store.ts';
import { withDbErrors } from './db-errors.ts';
import type { PrismaClient } from './generated/client.ts';
import { historyStore } from './history-store.ts';
import { saidBeside } from './outbox-sql.ts';
import { pictureStore } from './picture-store.ts';
import { inTransaction } from './prisma-transaction.ts';
import { shelfStore } from './shelf-store.ts';

/** Ends a transaction of which nothing is to stay. */
class Stale extends Error {}

/** Everything at once, in one transaction. */
export const keepingStore = (prisma: PrismaClient): KeepingStore => ({
  write: async ({ characters, items, pictures, faces }, said) => {
    try {
      await withDbErrors(() =>
        inTransaction(prisma, async (tx) => {
          const [shelf, kept, histories, images] = [
            shelfStore(tx),
            characterStore(tx),
            historyStore(tx),
            pictureStore(tx),
          ];
          for (const item of items) if ((await shelf.save(item)) !== 'kept') throw new Stale();
          for (const { character, happenings } of characters) {
            await kept.save(character);
            for (const each of happenings) await histories.add(each);
          }
          for (const each of pictures) await images.save(each);
          for (const each of faces) await images.giveFace(each);
          if (said !== undefined) await tx.$executeRaw(saidBeside(said));
        }),
      );
      return 'kept';
    } catch (error) {
      if (error instanceof Stale) return 'stale';
      throw error;
    }
  },
});
