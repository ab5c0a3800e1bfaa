import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Stores } from '../../../src/campaign/stores.ts';
import { type Database, openDatabase } from '../../../src/persistence/database.ts';
import { createDatabaseStores } from '../../../src/wiring/database-stores.ts';
import { someOf } from '../../budget.ts';
import { type RealPostgres, realPostgres } from '../../persistence/real-postgres.ts';
import { until } from '../fake/until.ts';
import { logOf, onTheBridge } from './scene.ts';
import { type Table, table } from './table.ts';

const unreachable = 'The database cannot be reached. Nothing was changed; try again in a moment.';

let server: RealPostgres;
let folder: string;
beforeAll(async () => {
  server = await realPostgres();
  folder = await mkdtemp(join(tmpdir(), 'brotherhood-e2e-'));
});
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true, force: true });
});

describe.each(someOf(['PostgreSQL', 'the embedded database'], 1))('on %s', (kind) => {
  let database: Database;
  let t: Table;
  const opened = async (): Promise<Stores> => {
    const embedded = kind === 'the embedded database';
    database = await openDatabase({
      databaseUrl: embedded ? undefined : server.url,
      dataDir: embedded ? folder : undefined,
    });
    return createDatabaseStores(database);
  };
  const reopened = async (): Promise<Stores> => {
    await database.close();
    return opened();
  };
  beforeAll(async () => {
    t = await table('thread', await opened());
    await onTheBridge(t);
  });
  afterAll(async () => {
    await t.close();
    await database.close();
  });

  test('a battle goes on after the bot was killed, with its panel and old buttons', async () => {
    const before = await t.panel();
    const picker = await t.ann.press('Turn', before);
    await t.on.restart(reopened);
    expect((await t.panel()).id).toBe(before.id);
    const [turned] = await t.said(() => t.ann.choose('SE', picker));
    expect(turned?.text).toContain('Ann turns to face SE');
    await t.guided(t.ann, 'End', []);
    expect((await logOf(t)).filter(({ user }) => user === t.ann.id)).toHaveLength(3);
    const [countered] = await t.guided(t.bob, 'Counter', []);
    expect(countered?.text).toContain('Bob');
  });

  test('a question survives a restart, and its old buttons answer it once', async () => {
    await t.guided(t.gwen, 'Attack', ['Ann']);
    const asked = t.bob.pinged().at(-1);
    expect(asked?.buttons.map(({ label }) => label)).toEqual(['Take the attack for Ann', 'Do not take the attack']);
    await t.on.restart(reopened);
    expect((await t.panel()).buttons.map(({ label }) => label)).toContain('Take the attack for Ann');
    const before = (await logOf(t)).length;
    const [taken] = await t.said(() => t.bob.press('Take the attack for Ann', asked));
    expect(taken?.text).toContain('Bob');
    // The same press arrives again, at this process and at the next one.
    t.discord.deliverAgain();
    await t.on.restart(reopened);
    t.discord.deliverAgain();
    await t.discord.quiet();
    const log = await logOf(t);
    expect(log.length).toBe(before + 1);
    expect(new Set(log.map(({ orderId }) => orderId)).size).toBe(log.length);
    expect(t.on.takeErrors()).toEqual([]);
  });

  test('a button pressed while the gateway is down is executed once', async () => {
    const before = (await logOf(t)).length;
    const resumed = t.discord.connections().resumed;
    t.discord.drop();
    const pressed = t.guided(t.gwen, 'End', []);
    await until(() => t.discord.connections().resumed > resumed, 'the gateway to be resumed');
    expect((await pressed)[0]?.text).toContain('Zombie 2');
    expect((await logOf(t)).length).toBe(before + 1);
  });

  test('rate limits delay answers and lose none', async () => {
    t.discord.limit(/POST \/interactions\/.*\/callback/, 2, 0.15);
    t.discord.limit(/PATCH \/channels\//, 2, 0.15);
    const [done] = await t.guided(t.ann, 'Defend', []);
    expect(done?.text).toContain('Ann');
    expect((await t.panel()).text).toContain('Bob to act');
  });
});

describe('while PostgreSQL is down', () => {
  let database: Database;
  let t: Table;
  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: server.url, dataDir: undefined });
    t = await table('post', createDatabaseStores(database));
    await onTheBridge(t);
  });
  afterAll(async () => {
    await t.close();
    await database.close();
  });

  test('without PostgreSQL a command gets a private error and changes nothing', async () => {
    const panel = await t.panel();
    const picker = await t.ann.press('Turn', panel);
    const before = await logOf(t);
    const told = t.eve.sees().length;
    await server.stop();
    for (const away of [
      await t.ann.press('Move', panel),
      await t.ann.choose('N', picker),
      await t.ann.slash('/attack target:Zombie 2'),
      await t.gwen.slash('/gm panel'),
      await t.bob.slash('/battle log'),
    ])
      expect(away).toMatchObject({ private: true, text: unreachable });
    expect(await t.ann.suggests('/attack target:')).toEqual([]);
    expect(t.eve.sees().length).toBe(told);
    await server.start();
    expect(await logOf(t)).toEqual(before);
    const [turned] = await t.said(() => t.ann.choose('N', picker));
    expect(turned?.text).toContain('Ann turns to face N');
    expect((await logOf(t)).length).toBe(before.length + 1);
    expect((await t.panel()).id).toBe(panel.id);
  });
});
