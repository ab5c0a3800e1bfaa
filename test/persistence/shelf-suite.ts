import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Shelf, ShelfItem } from '../../src/campaign/shelf.ts';
import type { Stores } from './store-suite.ts';

const aShelf = (parts: Partial<Shelf> = {}): Shelf => ({
  scope: 'campaign',
  owner: randomUUID(),
  guild: '200000000000000001',
  ...parts,
});

export const anItem = (shelf: Shelf, parts: Partial<ShelfItem> = {}): ShelfItem => ({
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
const next = (item: ShelfItem, parts: Partial<ShelfItem> = {}): ShelfItem => ({
  ...item,
  version: item.version + 1,
  updatedAt: item.updatedAt + 1,
  ...parts,
});

const headOf = ({ thing: _, ...head }: ShelfItem) => head;

/** What every store of shelves promises. */
export const shelfSuite = (where: string, open: () => Promise<Stores>): void => {
  describe(`shelves ${where}`, () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.close());

    const kept = async (shelf: Shelf, parts: Partial<ShelfItem> = {}): Promise<ShelfItem> => {
      const item = anItem(shelf, parts);
      expect(await stores.shelf.save(item)).toBe('kept');
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
        expect(await stores.shelf.of([ox.id, 'nothing', ant.id])).toEqual([ox, ant]);
        expect(await stores.shelf.list(shelf)).toEqual([headOf(ant), headOf(ox)]);
        expect(await stores.shelf.list(shelf, 'foe')).toEqual([headOf(ox)]);
        expect(await stores.shelf.list(shelf, 'group')).toEqual([]);
      }
    });

    test('are apart by owner, by scope and by server', async () => {
      const shelf = aShelf();
      await kept(shelf);
      const others = [aShelf({ owner: 'else' }), { ...shelf, scope: 'server' as const }, { ...shelf, guild: 'far' }];
      for (const other of others) expect(await stores.shelf.list(other)).toEqual([]);
    });

    test('have one thing of a name, kind and rulebook, whatever the letter case; names outlive no deletion', async () => {
      const shelf = aShelf();
      const ox = await kept(shelf);
      expect(await stores.shelf.save(anItem(shelf, { name: ' bOG  ox ' }))).toBe('taken');
      await kept(shelf, { system: 'chess' });
      await kept(shelf, { kind: 'group' });
      await kept(aShelf());
      const gone = next(ox, { deletedAt: 5 });
      expect(await stores.shelf.save(gone)).toBe('kept');
      const second = await kept(shelf);
      expect(await stores.shelf.save(next(gone, { deletedAt: undefined }))).toBe('taken');
      expect(await stores.shelf.save(next(gone, { deletedAt: undefined, name: 'Old Ox' }))).toBe('kept');
      expect(await stores.shelf.save(next(second, { name: 'old ox' }))).toBe('taken');
    });

    test('take a change of the version that was read, and of no other', async () => {
      const shelf = aShelf();
      const ox = await kept(shelf);
      const changed = next(ox, { name: 'Marsh Ox', thing: { sheet: { hp: 3 } }, keeper: 'bo', edition: 3 });
      expect(await stores.shelf.save(changed)).toBe('kept');
      expect(await stores.shelf.save(changed)).toBe('stale');
      expect(await stores.shelf.save({ ...ox, name: 'Late' })).toBe('stale');
      expect(await stores.shelf.save(anItem(shelf, { name: 'New', version: 2 }))).toBe('stale');
      expect(await stores.shelf.of([ox.id])).toEqual([changed]);
    });

    test('of many at once keep one of a name', async () => {
      const shelf = aShelf();
      const all = await Promise.all(Array.from({ length: 12 }, () => stores.shelf.save(anItem(shelf))));
      expect(all.filter((each) => each === 'kept')).toHaveLength(1);
      expect(await stores.shelf.list(shelf)).toHaveLength(1);
    });

    test('give back what was deleted until it is swept', async () => {
      const shelf = aShelf();
      for (const [name, deletedAt] of [
        ['a', 10],
        ['b', 30],
        ['c', 20],
        ['d', 40],
      ] as const)
        expect(await stores.shelf.save(next(await kept(shelf, { name }), { deletedAt }))).toBe('kept');
      const stays = await kept(shelf, { name: 'e' });
      const deleted = async () => (await stores.shelf.deleted(shelf, 'foe')).map(({ name }) => name);
      expect(await stores.shelf.list(shelf)).toEqual([headOf(stays)]);
      expect(await deleted()).toEqual(['d', 'b', 'c', 'a']);
      expect(await stores.shelf.deleted(shelf, 'group')).toEqual([]);
      await stores.shelf.sweep(shelf, 15, 20);
      expect(await deleted()).toEqual(['d', 'b', 'c']);
      await stores.shelf.sweep(shelf, 0, 2);
      expect(await deleted()).toEqual(['d', 'b']);
      expect(await stores.shelf.list(shelf)).toHaveLength(1);
    });

    test('of somebody who leaves are gone; what they put elsewhere stays, under a pseudonym', async () => {
      const user = randomUUID();
      const own = aShelf({ scope: 'person', owner: user, guild: undefined });
      const mine = await kept(own, { keeper: user });
      const deleted = next(await kept(own, { keeper: user, name: 'Gone' }), { deletedAt: 7 });
      await stores.shelf.save(deleted);
      const shared = await kept(aShelf({ scope: 'server' }), { keeper: user, name: 'Shared' });
      const others = await kept(aShelf({ scope: 'person', guild: undefined }));
      expect(await stores.shelf.keptBy(user)).toEqual([mine, deleted, shared]);
      await stores.shelf.depart(user, 'gone-1');
      expect(await stores.shelf.keptBy(user)).toEqual([]);
      const left = await stores.shelf.of([mine.id, deleted.id, shared.id, others.id]);
      expect(left).toEqual([{ ...shared, keeper: 'gone-1' }, others]);
    });

    test('keep names that hold what a database cannot', async () => {
      const shelf = aShelf();
      const name = '鬼 \0 𝔊rim';
      const item = await kept(shelf, { name });
      expect((await stores.shelf.of([item.id]))[0]?.name.replace('\0', '\ufffd')).toBe('鬼 \ufffd 𝔊rim');
    });
  });
};
