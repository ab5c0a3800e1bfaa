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

/** A later version of an item. */
const next = (item: LibraryItem, parts: Partial<LibraryItem> = {}): LibraryItem => ({
  ...item,
  version: item.version + 1,
  updatedAt: item.updatedAt + 1,
  ...parts,
});

const headOf = ({ thing: _, ...head }: LibraryItem) => head;

/** Tests of every store of libraries. */
export const librarySuite = (where: string, open: () => Promise<Stores>): void => {
  describe(`libraries ${where}`, () => {
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

    test('a library returns saved items whole or as heads', async () => {
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

    test('a library is separate for each owner, scope and server', async () => {
      const shelf = aShelf();
      await kept(shelf);
      const others = [aShelf({ owner: 'else' }), { ...shelf, scope: 'server' as const }, { ...shelf, guild: 'far' }];
      for (const other of others) expect(await stores.library.list(other)).toEqual([]);
    });

    test('a library has one item of each name, kind and rulebook, ignoring case and deleted items', async () => {
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

    test('a library accepts a change only to the version that was read', async () => {
      const shelf = aShelf();
      const ox = await kept(shelf);
      const changed = next(ox, { name: 'Marsh Ox', thing: { sheet: { hp: 3 } }, keeper: 'bo', edition: 3 });
      expect(await stores.library.save(changed)).toBe('kept');
      expect(await stores.library.save(changed)).toBe('stale');
      expect(await stores.library.save({ ...ox, name: 'Late' })).toBe('stale');
      expect(await stores.library.save(anItem(shelf, { name: 'New', version: 2 }))).toBe('stale');
      expect(await stores.library.findMany([ox.id])).toEqual([changed]);
    });

    test('a library accepts one of many simultaneous items with the same name', async () => {
      const shelf = aShelf();
      const all = await Promise.all(Array.from({ length: 12 }, () => stores.library.save(anItem(shelf))));
      expect(all.filter((each) => each === 'kept')).toHaveLength(1);
      expect(await stores.library.list(shelf)).toHaveLength(1);
    });

    test('a library restores deleted items until they are swept', async () => {
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

    test('a library of an erased user is deleted, and items shared elsewhere get a pseudonym', async () => {
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

    test('a library accepts names with characters that a database cannot store', async () => {
      const shelf = aShelf();
      const name = '鬼 \0 𝔊rim';
      const item = await kept(shelf, { name });
      expect((await stores.library.findMany([item.id]))[0]?.name.replace('\0', '\ufffd')).toBe('鬼 \ufffd 𝔊rim');
    });
  });
};
