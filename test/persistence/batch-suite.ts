import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SaveBatch } from '../../src/campaign/save-batch.ts';
import { anItem } from './library-suite.ts';
import { aCharacter } from './samples.ts';
import type { Stores } from './store-suite.ts';

/** Tests of every store that writes several kinds in one batch. */
export const batchSuite = (where: string, open: () => Promise<Stores>): void => {
  describe(`batches ${where}`, () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.close());

    /** A character with two history entries, two library items, and a picture that is its portrait. */
    const batch = (): SaveBatch => {
      const owner = randomUUID();
      const guild = '200000000000000001';
      const character = { ...aCharacter(), id: randomUUID(), owner, guild };
      const shelf = { scope: 'campaign' as const, owner: randomUUID(), guild };
      const happening = (id: string) => ({
        ...{ id: `${character.id} ${id}`, character: character.id, kind: 'edited' as const, at: 1 },
        ...{ changes: ['hp 1 → 2'], dead: false, before: { hp: 1 }, edition: 1 },
      });
      const hash = randomUUID();
      return {
        characters: [{ character, historyEvents: [happening('first'), happening('second')] }],
        items: [anItem(shelf, { name: 'Ox' }), anItem(shelf, { name: 'Eel' })],
        pictures: [{ guild, owner, hash, bytes: Uint8Array.from([1, 2, 3]), width: 1, height: 1, touchedAt: 1 }],
        portraits: [{ holder: character.id, guild, owner, hash }],
      };
    };

    const there = async ({ characters: [first], items, portraits: [face] }: SaveBatch) => ({
      characters: (await stores.characters.listInAllServers(first?.character.owner ?? '')).length,
      happenings: (await stores.histories.list(first?.character.id ?? '')).map(({ id }) => id.split(' ').at(-1)),
      items: (await stores.library.findMany(items.map(({ id }) => id))).length,
      pictures: (await stores.pictures.listByOwner(face?.owner ?? '')).length,
      faces: (await stores.pictures.portraits([face?.holder ?? ''])).size,
    });

    test('a batch is saved as a whole', async () => {
      const all = batch();
      expect(await stores.batches.write(all)).toBe('kept');
      expect(await there(all)).toEqual({
        ...{ characters: 1, happenings: ['first', 'second'], items: 2, pictures: 1, faces: 1 },
      });
    });

    test('a batch with one stale library item saves nothing', async () => {
      const all = batch();
      const [first, last] = all.items;
      if (first === undefined || last === undefined) throw new Error('no items');
      const stale = { ...all, items: [first, { ...last, version: 2 }] };
      expect(await stores.batches.write(stale)).toBe('stale');
      expect(await there(stale)).toEqual({ characters: 0, happenings: [], items: 0, pictures: 0, faces: 0 });
    });

    test('a batch with a library name that is taken saves nothing', async () => {
      const all = batch();
      const taken = { ...all, items: all.items.map((each) => ({ ...each, name: 'Ox' })) };
      expect(await stores.batches.write(taken)).toBe('stale');
      expect((await there(taken)).items).toBe(0);
      expect((await there(taken)).characters).toBe(0);
    });
  });
};
