import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Library, LibraryItem } from '../../src/library/library.ts';
import type { Stores } from './store-suite.ts';

const aShelf = (parts: Partial<Library> = {}): Library => ({
  scope: 'campaign',
  owner: randomUUID(),
  guild: '200000000000000001',
  ...parts,
});

export const anItem = (shelf: Library, parts: Partial<LibraryItem> = {}): LibraryItem => ({
  id: randomUUID(),
  shelf,
  keeper: 'mo',
  kind: 'foe',
  system: 'skirmish',
  name: 'Bog Ox',
  thing: { sheet: { hp: 12, 'b.second': 2, 'a.first': 'Grüße \ud83d' } },
  edition: 2,
  version: 1,
  updatedAt: 1_790_000_000_000,
  ...parts,
});

/** The same after a change. */
const next = (item: LibraryItem, parts: Partial<LibraryItem> = {}): LibraryItem => ({
  ...item,
  version: item.version + 1,
  updatedAt: item.updatedAt + 1,
  ...parts,
});

const headOf = ({ thing: _, ...head }: LibraryItem) => head;

/** What every store of shelves promises. */
export const shelfSuite = (where: string, open: () => Promise<Stores>): void => {
  describe(`shelves ${where}`, () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.close());

    const kept = async (shelf: Library, parts: Partial<LibraryItem> = {}): Promise<LibraryItem> => {
      const item = anItem(shelf, parts);
      expect(await stores.library.save(item)).toBe('kept');
      return item;
    };

    test('hold what was put there, whole and by heads', async () => {
      for (const shelf of [
        aShelf(),
        aShelf({ guild: undefined }),
        aShelf({ scope: 'person', guild: undefined }),
        aShelf({ scope: 'server', owner: '200000000000000001' }),
      ]) {
        const [ox, ant] = [await kept(shelf), await kept(shelf, { name: 'ant', system: undefined, kind: 'table' })];
        expect(await stores.library.findMany([ox.id, 'nothing', ant.id])).toEqual([ox, ant]);
        expect(await stores.library.list(shelf)).toEqual([headOf(ant), headOf(ox)]);
        expect(await stores.library.list(shelf, 'foe')).toEqual([headOf(ox)]);
        expect(await stores.library.list(shelf, 'group')).toEqual([]);
      }
    });

    test('are apart by owner, by scope and by server', async () => {
      const shelf = aShelf();
      await kept(shelf);
      const others = [aShelf({ owner: 'else' }), { ...shelf, scope: 'server' as const }, { ...shelf, guild: 'far' }];
      for (const other of others) expect(await stores.library.list(other)).toEqual([]);
    });

    test('have one thing of a name, kind and rulebook, whatever the letter case; names outlive no deletion', async () => {
      const shelf = aShelf();
      const ox = await kept(shelf);
      expect(await stores.library.save(anItem(shelf, { name: ' bOG  ox ' }))).toBe('taken');
      await kept(shelf, { system: 'chess' });
      await kept(shelf, { kind: 'group' });
      await kept(aShelf());
      const gone = next(ox, { deletedAt: 5 });
      expect(await stores.library.save(gone)).toBe('kept');
      const second = await kept(shelf);
      expect(await stores.library.save(next(gone, { deletedAt: undefined }))).toBe('taken');
      expect(await stores.library.save(next(gone, { deletedAt: undefined, name: 'Old Ox' }))).toBe('kept');
      expect(await stores.library.save(next(second, { name: 'old ox' }))).toBe('taken');
    });

    test('take a change of the version that was read, and of no other', async () => {
      const shelf = aShelf();
      const ox = await kept(shelf);
      const changed = next(ox, { name: 'Marsh Ox', thing: { sheet: { hp: 3 } }, keeper: 'bo', edition: 3 });
      expect(await stores.library.save(changed)).toBe('kept');
      expect(await stores.library.save(changed)).toBe('stale');
      expect(await stores.library.save({ ...ox, name: 'Late' })).toBe('stale');
      expect(await stores.library.save(anItem(shelf, { name: 'New', version: 2 }))).toBe('stale');
      expect(await stores.library.findMany([ox.id])).toEqual([changed]);
    });

    test('of many at once keep one of a name', async () => {
      const shelf = aShelf();
      const all = await Promise.all(Array.from({ length: 12 }, () => stores.library.save(anItem(shelf))));
      expect(all.filter((each) => each === 'kept')).toHaveLength(1);
      expect(await stores.library.list(shelf)).toHaveLength(1);
    });

    test('give back what was deleted until it is swept', async () => {
      const shelf = aShelf();
      for (const [name, deletedAt] of [
        ['a', 10],
        ['b', 30],
        ['c', 20],
        ['d', 40],
      ] as const)
        expect(await stores.library.save(next(await kept(shelf, { name }), { deletedAt }))).toBe('kept');
      const stays = await kept(shelf, { name: 'e' });
      const deleted = async () => (await stores.library.listDeleted(shelf, 'foe')).map(({ name }) => name);
      expect(await stores.library.list(shelf)).toEqual([headOf(stays)]);
      expect(await deleted()).toEqual(['d', 'b', 'c', 'a']);
      expect(await stores.library.listDeleted(shelf, 'group')).toEqual([]);
      await stores.library.sweep(shelf, 15, 20);
      expect(await deleted()).toEqual(['d', 'b', 'c']);
      await stores.library.sweep(shelf, 0, 2);
      expect(await deleted()).toEqual(['d', 'b']);
      expect(await stores.library.list(shelf)).toHaveLength(1);
    });

    test('of somebody who leaves are gone; what they put elsewhere stays, under a pseudonym', async () => {
      const user = randomUUID();
      const own = aShelf({ scope: 'person', owner: user, guild: undefined });
      const mine = await kept(own, { keeper: user });
      const deleted = next(await kept(own, { keeper: user, name: 'Gone' }), { deletedAt: 7 });
      await stores.library.save(deleted);
      const shared = await kept(aShelf({ scope: 'server' }), { keeper: user, name: 'Shared' });
      const others = await kept(aShelf({ scope: 'person', guild: undefined }));
      expect(await stores.library.listByUser(user)).toEqual([mine, deleted, shared]);
      await stores.library.eraseUser(user, 'gone-1');
      expect(await stores.library.listByUser(user)).toEqual([]);
      const left = await stores.library.findMany([mine.id, deleted.id, shared.id, others.id]);
      expect(left).toEqual([{ ...shared, keeper: 'gone-1' }, others]);
    });

    test('keep names that hold what a database cannot', async () => {
      const shelf = aShelf();
      const name = '鬼 \0 𝔊rim';
      const item = await kept(shelf, { name });
      expect((await stores.library.findMany([item.id]))[0]?.name.replace('\0', '\ufffd')).toBe('鬼 \ufffd 𝔊rim');
    });
  });
};
