// A process that gives orders without end, several at a time, and says of each that was kept: `kept <order>`.
// Each order is given again until it lands, some of them once more afterwards, as Discord does.
import { randomUUID } from 'node:crypto';
import type { BattleStore } from '../../../src/battle/saved/store.ts';
import { createBattleStore } from '../../../src/persistence/battle-store.ts';
import { openDatabase } from '../../../src/persistence/database.ts';
import { aBattle, anEntry, nextOf } from '../samples.ts';

const channel = 'faults';

const give = async (store: BattleStore, orderId: string): Promise<void> => {
  for (;;) {
    const battle = await store.byChannel(channel);
    if (battle === undefined) {
      await store.create(aBattle({ channel, game: { orders: 1, last: 'order-1' } }), anEntry(1));
      continue;
    }
    const n = battle.version + 1;
    const game = { orders: n, last: orderId, filling: 'x'.repeat(n % 5000) };
    if ((await store.commit(nextOf(battle, { game }), anEntry(n, { orderId }))) !== 'stale') return;
  }
};

const [, , databaseUrl, dataDir] = process.argv;
const { prisma } = await openDatabase({ databaseUrl: databaseUrl || undefined, dataDir });
const store = createBattleStore(prisma);
const stream = async (): Promise<never> => {
  for (let given = 0; ; given++) {
    const orderId = randomUUID();
    await give(store, orderId);
    console.log(`kept ${orderId}`);
    if (given % 7 === 0) await give(store, orderId);
  }
};
await Promise.all([stream(), stream(), stream()]);
