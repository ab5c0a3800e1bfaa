import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { BattleStore } from '../../src/battle/saved/store.ts';
import { createBattleStore } from '../../src/persistence/battle-store.ts';
import { type DatabaseLocation, openDatabase } from '../../src/persistence/database.ts';
import { runChild } from './child.ts';

const gameSchema = z.object({ orders: z.int(), last: z.string() });

/** What a server still had in hand when its client died may land a moment later. */
const settled = async (store: BattleStore) => {
  for (;;) {
    const battle = await store.byChannel('faults');
    const log = battle === undefined ? [] : await store.log(battle);
    await wait(50);
    if ((await store.byChannel('faults'))?.version === battle?.version) return { battle, log };
  }
};

const problemsAfter = async (where: DatabaseLocation, acknowledged: readonly string[]): Promise<readonly string[]> => {
  const { prisma, close } = await openDatabase(where);
  const { battle, log } = await settled(createBattleStore(prisma));
  await close();
  if (battle === undefined) return acknowledged.length > 0 ? ['The battle is gone.'] : [];
  const orders = log.map(({ orderId }) => orderId);
  const kept = new Set(orders);
  const game = gameSchema.parse(battle.game);
  return [
    ...acknowledged.filter((order) => !kept.has(order)).map((order) => `Order ${order} was acknowledged and is lost.`),
    ...(kept.size === orders.length ? [] : ['An order is in the log twice.']),
    ...log.flatMap(({ n }, i) => (n === i + 1 ? [] : [`Entry ${i + 1} of the log is numbered ${n}.`])),
    ...(battle.version === log.length ? [] : [`Version ${battle.version} has ${log.length} entries.`]),
    ...(game.orders === log.length && game.last === orders.at(-1) ? [] : ['The snapshot is not the end of the log.']),
  ];
};

/** Kills a process that gives orders, again and again at random moments, and looks at what is there each time. */
export const killing = async (where: DatabaseLocation, times: number) => {
  const acknowledged: string[] = [];
  const problems: string[] = [];
  for (let time = 1; time <= times; time++) {
    const child = await runChild('give-orders.ts', where.databaseUrl ?? '', where.dataDir ?? '');
    // Every fourth time while it may still be opening.
    if (time % 4 !== 0) await child.nextLine();
    await wait(randomInt(600));
    await child.kill();
    acknowledged.push(...child.lines.map((line) => line.replace('kept ', '')));
    problems.push(...(await problemsAfter(where, acknowledged)));
  }
  return { acknowledged: acknowledged.length, problems };
};
