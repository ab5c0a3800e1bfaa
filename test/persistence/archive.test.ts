import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SavedBattle } from '../../src/battle/saved/store.ts';
import { createArchiver } from '../../src/persistence/archive.ts';
import { keepArchive } from '../../src/persistence/archive-keeper.ts';
import { dumpRows, restoreRows, runInSnapshot, runInSqlTransaction } from '../../src/persistence/backup-rows.ts';
import { type Database, openDatabase } from '../../src/persistence/database.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { battleOf, expectSound, idOf, nameOf, type Peopled, peopled } from '../app/erased-user.ts';
import { newDatabase } from '../shared.ts';

/** Small enough that a battle of some entries is several stretches. */
const small = { entries: 5, characters: 4_000_000 };
const always = Number.MAX_SAFE_INTEGER;

describe.each(['PGlite', 'PostgreSQL'] as const)('the archive on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase(await newDatabase(kind));
  });
  afterAll(() => database.close());

  let battles = 0;
  /** A battle that has ended. */
  const ended = async () => {
    const channel = `battle ${++battles}`;
    const table = peopled(createDatabaseStores(database));
    await battleOf(table, channel);
    await table.must('gm', 'battle end', { reason: 'late' }, channel);
    return { channel, saved: await table.saved(channel), table };
  };
  const archived = async (most = small): Promise<void> => {
    const { step } = createArchiver(database.prisma, most);
    while ((await step(always)) !== 'done');
  };
  const rowsOf = ({ id }: SavedBattle): Promise<number> => database.prisma.logEntry.count({ where: { battleId: id } });
  const stretchesOf = async ({ id }: SavedBattle) =>
    (await database.prisma.archivedEntries.findMany({ where: { battleId: id }, orderBy: { fromN: 'asc' } })).map(
      ({ fromN, toN }) => [fromN, toN],
    );

  /** All that is to be had of a battle that has ended. */
  const shown = async ({ stores, must }: Peopled, saved: SavedBattle) => ({
    log: await stores.battles.log(saved),
    some: await stores.battles.log(saved, 4, 12),
    last: await stores.battles.log(saved, saved.version, saved.version + 3),
    texts: await stores.battles.logJson(saved),
    first: await stores.battles.findEntry(saved, (await stores.battles.log(saved, 1, 1))[0]?.orderId ?? ''),
    none: await stores.battles.findEntry(saved, 'never given'),
    page: (await must('eve', 'log', {}, saved.channel)).cards,
    found: (await must('eve', 'log', { person: idOf('ada') }, saved.channel)).cards,
    file: (await must('gm', 'battle export', { format: 'json' }, saved.channel)).files,
    older: (await must('eve', 'log', { page: 2 }, saved.channel)).cards,
    ledger: (await must('eve', 'battle export', { format: 'dice' }, saved.channel)).files,
    proof: (await must('eve', 'verify', {}, saved.channel)).cards,
    counted: (await must('eve', 'stats battle', {}, saved.channel)).cards,
    listed: (await stores.battles.list('guild')).find(({ id }) => id === saved.id),
    privately: (await must('ada', 'privacy export', {})).files.map(({ content }) => String(content).length),
  });

  test('a battle in it is listed, shown, exported, verified and counted as before, at every step on the way there', async () => {
    const { table, saved } = await ended();
    const before = await shown(table, saved);
    const { step } = createArchiver(database.prisma, small);
    for (let steps = 0; ; steps++) {
      const { stores } = peopled(createDatabaseStores(database));
      // Whoever stops here leaves every entry in one place.
      const stretches = await stretchesOf(saved);
      const packed = stretches.reduce((sum, [from = 0, to = 0]) => sum + to - from + 1, 0);
      expect([packed, await rowsOf(saved)]).toEqual([Math.min(steps * 5, saved.version), saved.version - packed]);
      expect(await stores.battles.log(saved)).toEqual(before.log);
      if ((await step(always)) === 'done') break;
    }
    expect(await rowsOf(saved)).toBe(0);
    expect(await shown(peopled(createDatabaseStores(database)), saved)).toEqual(before);
    await expectSound(table, saved);
  });

  test('a battle goes there only once it is over, and so long that nobody takes its end back', async () => {
    const table = peopled(createDatabaseStores(database));
    await battleOf(table, `running ${kind}`, 1);
    const running = await table.saved(`running ${kind}`);
    const { saved } = await ended();
    const { step } = createArchiver(database.prisma, small);
    expect(await step(saved.updatedAt)).toBe('done');
    expect(await step(saved.updatedAt + 1)).toEqual({ moved: 5 });
    await archived();
    expect(await stretchesOf(running)).toEqual([]);
    expect(await rowsOf(running)).toBe(running.version);
  });

  test('its end can be taken back, it is played on, and what follows goes there after its next end', async () => {
    const { table, saved, channel } = await ended();
    const log = await table.stores.battles.log(saved);
    await archived();
    const stretches = await stretchesOf(saved);
    await table.must('gm', 'undo', {}, channel);
    await table.must('ada', 'attack', { target: nameOf('bob') }, channel);
    const now = await table.saved(channel);
    expect([now.status, now.version, await rowsOf(now)]).toEqual(['active', saved.version + 2, 2]);
    await expectSound(table, now);
    await archived();
    expect(await rowsOf(now)).toBe(2);
    await table.must('gm', 'battle end', { reason: 'later' }, channel);
    await archived();
    const over = await table.saved(channel);
    expect(await rowsOf(over)).toBe(0);
    expect(await stretchesOf(over)).toEqual([...stretches, [saved.version + 1, over.version]]);
    expect((await table.stores.battles.log(over)).slice(0, log.length)).toEqual(log);
    await expectSound(table, over);
  });

  test('somebody who leaves is in it no more, whenever they do', async () => {
    const { table, saved } = await ended();
    const other = await ended();
    await archived();
    const late = await ended();
    expect(await table.stores.battles.listMentioning(idOf('ada'))).toEqual(
      expect.arrayContaining([saved.id, late.saved.id]),
    );
    // One of them goes there just as somebody is taken out of it.
    await Promise.all([archived(), table.must('ada', 'privacy erase', { confirm: true }), archived()]);
    for (const each of [saved, other.saved, late.saved]) {
      const there = await table.stores.battles.byId(each.id);
      const texts = await table.stores.battles.logJson(each);
      expect(texts).toHaveLength(each.version);
      expect(JSON.stringify([there?.table, texts])).not.toContain(idOf('ada'));
      expect(JSON.stringify([there?.table, texts])).not.toContain(nameOf('ada'));
      expect(JSON.stringify(texts)).toContain(idOf('bob'));
      await expectSound(table, each);
    }
    expect(await table.stores.battles.listMentioning(idOf('ada'))).toEqual([]);
  });

  test('a backup has it, and it is there again where that is restored', async () => {
    const { table, saved } = await ended();
    await archived();
    const log = await table.stores.battles.log(saved);
    const lines = await runInSnapshot(database.under, async (query) => {
      const all: string[] = [];
      for await (const line of dumpRows(query, { release: '1.2.3', at: 5 })) all.push(line);
      return all;
    });
    const elsewhere = await openDatabase(await newDatabase(kind === 'PGlite' ? 'PostgreSQL' : 'PGlite'));
    await runInSqlTransaction(elsewhere.under, (query) => restoreRows(query, lines));
    expect(await createDatabaseStores(elsewhere).battles.log(saved)).toEqual(log);
    await elsewhere.close();
  });

  test('nothing goes there as long as a process of an older release may look for it', async () => {
    const { saved } = await ended();
    const named = `migration_name LIKE '%_archive_begins_after_%'`;
    await database.prisma.$executeRawUnsafe(`UPDATE _prisma_migrations SET finished_at = NULL WHERE ${named}`);
    expect(await createArchiver(database.prisma).step(always)).toBe('done');
    await database.prisma.$executeRawUnsafe(`UPDATE _prisma_migrations SET finished_at = now() WHERE ${named}`);
    expect(await createArchiver(database.prisma).step(always)).toEqual({ moved: saved.version });
  });

  test('it is kept by itself, after so many days, until the process ends', async () => {
    const { saved } = await ended();
    const keep = (days: number) => {
      let done: (entries: number) => void = () => {};
      const moved = new Promise<number>((go) => {
        done = go;
      });
      const now = () => saved.updatedAt + 30 * 86_400_000;
      const onError = (error: unknown): void => {
        throw error;
      };
      return {
        moved,
        ...keepArchive({ prisma: database.prisma, days, now, onArchived: done, onError }, { step: 1, round: 1 }),
      };
    };
    await keep(0).stop();
    expect(await rowsOf(saved)).toBe(saved.version);
    const kept = keep(29);
    expect(await kept.moved).toBeGreaterThanOrEqual(saved.version);
    await kept.stop();
    expect(await rowsOf(saved)).toBe(0);
  });
});
