import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Portrait, SavedPicture } from '../../src/campaign/pictures.ts';
import type { Stores } from './store-suite.ts';

const aPicture = (parts: Partial<SavedPicture> = {}): SavedPicture => ({
  guild: '200000000000000001',
  owner: randomUUID(),
  hash: randomUUID().replaceAll('-', '').padEnd(64, '0'),
  bytes: Uint8Array.from([0, 1, 255, 92, 39]),
  ...{ width: 128, height: 128 },
  touchedAt: 1_790_000_000_000,
  ...parts,
});

const headOf = ({ guild, owner, hash, touchedAt }: SavedPicture) => ({ guild, owner, hash, touchedAt });
const imageOf = ({ bytes, width, height }: SavedPicture) => ({ bytes, width, height });

/** Tests of every store of pictures. */
export const pictureSuite = (where: string, open: () => Promise<Stores>): void => {
  describe(`pictures ${where}`, () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.close());

    test.each(['200000000000000001', undefined])(
      'pictures are found by hash and by owner, in the server %s',
      async (guild) => {
        const picture = aPicture({ guild });
        const { pictures } = stores;
        await pictures.save(picture);
        expect(await pictures.images([picture.hash, 'f'.repeat(64)])).toEqual(
          new Map([[picture.hash, imageOf(picture)]]),
        );
        expect(await pictures.listByOwner(picture.owner)).toEqual([picture]);
        expect(await pictures.listHeads(picture.owner)).toEqual([headOf(picture)]);
      },
    );

    test('pictures are stored once per owner and hash', async () => {
      const { pictures } = stores;
      const guild = randomUUID();
      const [mine, theirs] = [aPicture({ guild }), aPicture({ guild })];
      const same = { ...theirs, hash: mine.hash };
      for (const each of [mine, { ...mine, touchedAt: mine.touchedAt + 5 }, same]) await pictures.save(each);
      expect(await pictures.count(guild)).toBe(2);
      expect(await pictures.listHeads(mine.owner)).toEqual([{ ...headOf(mine), touchedAt: mine.touchedAt + 5 }]);
      await pictures.delete([mine]);
      expect(await pictures.count(guild)).toBe(1);
      expect([...(await pictures.images([mine.hash])).keys()]).toEqual([mine.hash]);
      await pictures.delete([same]);
      expect((await pictures.images([mine.hash])).size).toBe(0);
    });

    test('pictures are set and removed as portraits, and deleted with their owner', async () => {
      const { pictures } = stores;
      const [old, young] = [aPicture(), aPicture()];
      const holders = [randomUUID(), randomUUID()] as const;
      const faceOf = (holder: string, { guild, owner, hash }: SavedPicture): Portrait => ({
        holder,
        guild,
        owner,
        hash,
      });
      await pictures.save(old);
      await pictures.save(young);
      await pictures.setPortrait(faceOf(holders[0], old));
      await pictures.setPortrait(faceOf(holders[0], young));
      await pictures.setPortrait(faceOf(holders[1], young));
      expect(await pictures.portraits([...holders, 'nobody'])).toEqual(
        new Map(holders.map((holder) => [holder, faceOf(holder, young)])),
      );
      expect(await pictures.portraitsByOwner(old.owner)).toEqual([]);
      await pictures.removePortrait(holders[1]);
      expect(await pictures.portraitsByOwner(young.owner)).toEqual([faceOf(holders[0], young)]);
      await pictures.forget(young.owner);
      expect(await pictures.portraits(holders)).toEqual(new Map());
      expect(await pictures.listByOwner(young.owner)).toEqual([]);
      expect((await pictures.images([old.hash, young.hash])).size).toBe(1);
    });
  });
};
