import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '../../src/persistence/database.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { battleOf, expectSound, idOf, nameOf, peopled } from '../app/erased-user.ts';
import { newDatabase } from '../shared.ts';

const tables = z.array(z.object({ name: z.string() }));
const contents = z.array(z.object({ text: z.string().nullable() }));

describe.each(['PGlite', 'PostgreSQL'] as const)('on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase(await newDatabase(kind));
  });
  afterAll(() => database.close());

  test('an erased user is in no table, and each battle still folds and verifies', async () => {
    const { prisma } = database;
    const everything = async (): Promise<string> => {
      const names = tables.parse(
        await prisma.$queryRaw`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
      );
      const texts = await Promise.all(
        names.map(async ({ name }) =>
          contents.parse(await prisma.$queryRawUnsafe(`SELECT json_agg(t)::text AS text FROM "${name}" t`)),
        ),
      );
      return texts
        .flat()
        .map(({ text }) => text)
        .join('\n');
    };
    const table = peopled(createDatabaseStores(database));
    await battleOf(table, 'running');
    await battleOf(table, 'over');
    await table.must('gm', 'battle end', { reason: 'late' }, 'over');
    await table.must('eve', 'my stats', { server: true });
    await table.must('ada', 'character create', { system: 'skure', name: 'Grim', preset: 'Swordsman' });
    await table.must('ada', 'my stats', { hidden: true });
    for (const shelf of ['mine', 'server'])
      await table.must('ada', 'library save', {
        kind: 'foe',
        system: 'skure',
        name: 'Bog',
        content: 'Zombie',
        shelf,
      });
    expect(await everything()).toContain(idOf('ada'));
    const [running, over] = [await table.saved('running'), await table.saved('over')];
    expect((await table.stores.battles.listMentioning(idOf('ada'))).toSorted()).toEqual(
      [running.id, over.id].toSorted(),
    );
    expect(await table.stores.battles.listMentioning(idOf('eve'))).toEqual([]);
    await table.must('ada', 'my privacy', { do: 'erase', confirm: true });
    const after = await everything();
    expect(after).not.toContain(idOf('ada'));
    expect(await table.stores.battles.listMentioning(idOf('ada'))).toEqual([]);
    expect(after).not.toContain(nameOf('ada'));
    expect(after).toContain(idOf('bob'));
    for (const battle of [running, over]) await expectSound(table, battle);
    expect(Object.keys((await table.saved('running')).table.seats)).toEqual([idOf('bob')]);
  });

  test('statistics are stored with their battle, and users who hide theirs are listed', async () => {
    const table = peopled(createDatabaseStores(database));
    const { statistics } = table.stores;
    const channel = `counted ${kind}`;
    await battleOf(table, channel, 1);
    const { id } = await table.saved(channel);
    const tallied = {
      battle: id,
      version: 3,
      names: { ada: 'Ada' },
      slices: [
        { user: 'ada', dice: [{ sides: 2, faces: [1, 0] }], byHand: 0, deeds: { hit: 1 }, moves: [5] },
        { user: 'ada', actor: 'Ann', dice: [], byHand: 2, deeds: {}, moves: [] },
      ],
    };
    await statistics.save(tallied);
    await statistics.save({ ...tallied, version: 4 });
    await statistics.save({ ...tallied, battle: 'no battle' });
    expect(await statistics.find([id, 'no battle'])).toEqual([{ ...tallied, version: 4 }]);
    await database.prisma.talliedBattle.updateMany({ data: { edition: 0 } });
    expect(await statistics.find([id])).toEqual([]);
    await statistics.save({ ...tallied, version: 5 });
    expect(await statistics.find([id])).toEqual([{ ...tallied, version: 5 }]);
    await statistics.forget([id]);
    expect(await statistics.find([id])).toEqual([]);
    await statistics.setPrivate('ada', true);
    await statistics.setPrivate('ada', true);
    expect(await statistics.listPrivate(['ada', 'bob'])).toEqual(new Set(['ada']));
    await statistics.setPrivate('ada', false);
    expect(await statistics.listPrivate(['ada', 'bob'])).toEqual(new Set());
  });

  test('a stale rewrite of the log writes nothing', async () => {
    const table = peopled(createDatabaseStores(database));
    const channel = `rewritten ${kind}`;
    await battleOf(table, channel, 1);
    const saved = await table.saved(channel);
    const log = await table.stores.battles.log(saved);
    const [first] = log;
    if (first === undefined) throw new Error('no log');
    const rewriting = { changed: [{ ...first, user: 'somebody else' }], entry: undefined, waitChanges: undefined };
    expect(await table.stores.battles.rewrite(saved, saved.version - 1, rewriting)).toBe('stale');
    expect(await table.stores.battles.log(saved)).toEqual(log);
    expect(await table.stores.battles.rewrite(saved, saved.version, rewriting)).toBe('kept');
    expect((await table.stores.battles.log(saved)).map(({ user }) => user)).toEqual([
      'somebody else',
      ...log.slice(1).map(({ user }) => user),
    ]);
  });

  test('orders given during an erasure all count, and none brings the user back', async () => {
    const table = peopled(createDatabaseStores(database));
    const channel = `busy ${kind}`;
    await battleOf(table, channel, 1);
    const rolls = Array.from({ length: 15 }, () => table.must('bob', 'roll', { dice: 'd6' }, channel));
    await Promise.all([table.must('ada', 'my privacy', { do: 'erase', confirm: true }), ...rolls]);
    const saved = await table.saved(channel);
    const log = await table.stores.battles.log(saved);
    expect(log.filter(({ request }) => request.kind === 'roll')).toHaveLength(15);
    expect(JSON.stringify([saved, log])).not.toContain(idOf('ada'));
    await expectSound(table, saved);
  });
});
