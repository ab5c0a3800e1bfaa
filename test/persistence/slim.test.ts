import { PrismaPGlite } from 'pglite-prisma-adapter';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Issuer } from '../../src/battle/decide/decisions.ts';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import { type BattleService, createBattleService } from '../../src/battle/service.ts';
import type { OrderReport } from '../../src/battle/views/report.ts';
import { createBattleStore } from '../../src/persistence/battle-store.ts';
import { type EmbeddedDatabase, openInMemoryDatabase } from '../../src/persistence/embedded.ts';
import { PrismaClient } from '../../src/persistence/generated/client.ts';
import { rulesets } from '../../src/systems/index.ts';
import { someOf } from '../budget.ts';

interface Statement {
  readonly sql: string;
  /** The size of everything sent to the database for an order. */
  readonly bytes: number;
}

const paramsSchema = z.array(z.unknown());
const bytesOf = (params: string): number =>
  paramsSchema
    .parse(JSON.parse(params))
    .reduce<number>((sum, each) => sum + Buffer.byteLength(typeof each === 'string' ? each : JSON.stringify(each)), 0);

/** A fixed seed. */
const seed = (): string => 'ab'.repeat(32);

/** A cache that stores nothing, so that each order reads its battle. */
const uncached = { byChannel: () => undefined, byId: () => undefined, put: () => {}, delete: () => {} };

let embedded: EmbeddedDatabase;
let prisma: PrismaClient<'query'>;
let asked: Statement[] = [];
let battles: BattleService;
beforeAll(async () => {
  embedded = await openInMemoryDatabase();
  prisma = new PrismaClient({ adapter: new PrismaPGlite(embedded.pglite), log: [{ emit: 'event', level: 'query' }] });
  prisma.$on('query', ({ query, params }) => {
    asked.push({ sql: query.trim(), bytes: bytesOf(params) });
  });
  const store = createBattleStore(prisma, uncached);
  battles = createBattleService({ rulesets, store, now: () => 1_790_000_000_000, seed });
});
afterAll(async () => {
  await prisma.$disconnect();
  await embedded.close();
});

let orders = 0;
const issuer = (channel: string): Issuer => ({
  ...{ user: 'gm', name: 'Mo', guild: 'server', channel },
  orderId: `order-${++orders}`,
});

const opened = async (channel: string): Promise<OpenBattle> => {
  const battle = await battles.open(channel);
  if (!battle.ok) throw new Error(battle.error.code);
  return battle.value;
};

/** Gives the default order of whatever the battle expects. */
const oneOrder = async (
  channel: string,
  { saved: { pending }, game }: OpenBattle,
): Promise<OrderReport | undefined> => {
  if (pending !== undefined) {
    const answered = await battles.answer(issuer(channel), pending.question.auto);
    return answered.ok ? answered.value : undefined;
  }
  for (const { actor, auto } of game.expectedActions()) {
    const done = auto && (await battles.order(issuer(channel), { verb: auto.verb, params: auto.params, actor }));
    if (done?.ok) return done.value;
  }
  return undefined;
};

const sidesOf = (system: string): readonly string[] => {
  if (system === 'dskull') return ['red', 'blue', 'green', 'gold'];
  return system === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue'];
};

/** Twenty fighters of all presets, the battle begun. One entrant of dSkull is a warband of five. */
const crowd = async (system: string): Promise<void> => {
  const ruleset = rulesets.find(({ id }) => id === system);
  const sheets = Object.values(ruleset?.presets ?? {}).map(({ sheet }) => sheet);
  const sides = sidesOf(system);
  await battles.create(issuer(system), { system, name: 'Crowd' });
  const entrants = Array.from({ length: system === 'dskull' ? 4 : 20 }, (_, n) => ({
    ...{ id: `Fighter ${n}`, side: sides[n % sides.length], sheet: sheets[n % sheets.length] },
  }));
  const brought = await battles.addEntrants(issuer(system), entrants);
  if (!brought.ok) throw new Error(JSON.stringify(brought.error));
  for (let n = 0; n < 200; n++) {
    const battle = await opened(system);
    if (battle.game.status !== 'setup') return;
    if (await oneOrder(system, battle)) continue;
    if (battle.ruleset.verbs.deploy?.role === 'gm')
      await battles.order(issuer(system), { verb: 'deploy', params: {}, actor: 'gm' });
    await battles.start(issuer(system));
  }
};

const isWhole = ({ sql }: Statement): boolean => / game = /.test(sql);
const length = (value: unknown): number => (value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value)));

test.each(
  someOf(
    rulesets.map(({ id }) => id),
    2,
  ),
)('with twenty combatants in %s an order is one read and one write of 8 KB', async (system) => {
  await crowd(system);
  const writes: Statement[] = [];
  /** Statements of orders with few events. */
  const small: Statement[] = [];
  for (let n = 0; n < 80; n++) {
    const before = await opened(system);
    expect(before.game.status).toBe('active');
    asked = [];
    const report = await oneOrder(system, before);
    if (report === undefined) throw new Error(`Nothing could be done in the battle of ${system}.`);
    const [read, write, ...more] = asked;
    expect(read?.sql).toMatch(/^SELECT/);
    if (write === undefined) throw new Error('Nothing was written.');
    expect(more).toEqual([]);
    writes.push(write);
    // Orders in which all twenty act may take more.
    if (length(report.entry) + length(report.entry.pending) < 4096) {
      small.push(write);
      if (!isWhole(write)) expect(write.bytes).toBeLessThanOrEqual(8192);
    }
    const { saved } = await opened(system);
    expect(JSON.stringify(saved.game)).toBe(JSON.stringify(report.after.saved.game));
  }
  const [middle] = writes.toSorted((a, b) => a.bytes - b.bytes).slice(writes.length / 2);
  expect(middle?.bytes).toBeLessThanOrEqual(8192);
  // Rounds in which the whole crowd acts at once are saved whole.
  expect(small.filter(isWhole).length).toBeLessThanOrEqual(small.length / 16);
  expect(writes.filter(isWhole).length).toBeLessThanOrEqual(writes.length / 8);
  expect(writes.every(({ sql }) => !/"table" = /.test(sql))).toBe(true);
});
