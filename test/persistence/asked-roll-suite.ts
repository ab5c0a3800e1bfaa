import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AskedRoll } from '../../src/campaign/asked-rolls.ts';
import type { Stores } from './store-suite.ts';

export const anAskedRoll = (parts: Partial<AskedRoll> = {}): AskedRoll => ({
  id: randomUUID(),
  guild: '200000000000000001',
  channel: 'table',
  by: randomUUID(),
  byName: 'Gwen',
  what: 'PER',
  rolls: 'blind',
  named: false,
  of: [
    { name: 'Ann', user: randomUUID(), notation: 'd100', succeeds: 'at-most', target: 40 },
    {
      ...{ name: 'Grim', notation: '2d6+1', succeeds: 'at-least', always: { succeeds: 12, fails: 2 }, unseen: true },
      dice: [{ name: 'roll', sides: 6, value: 3 }],
    },
  ],
  version: 1,
  at: 1_790_000_000_000,
  ...parts,
});

/** Tests of every store of asked rolls. */
export const askedRollSuite = (where: string, open: () => Promise<Stores>): void => {
  describe(`asked rolls ${where}`, () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.close());

    test.each(['200000000000000001', undefined])(
      'an asked roll is saved once and found by id, in the server %s',
      async (guild) => {
        const { guild: _, ...rest } = anAskedRoll({ channel: randomUUID() });
        const asked = guild === undefined ? rest : { ...rest, guild };
        expect(await stores.askedRolls.save(asked)).toBe('kept');
        expect(await stores.askedRolls.save(asked)).toBe('stale');
        expect(await stores.askedRolls.byId(asked.id)).toEqual(asked);
        expect(await stores.askedRolls.byId(randomUUID())).toBeUndefined();
      },
    );

    test('of two changes to one version one is saved', async () => {
      const asked = anAskedRoll();
      await stores.askedRolls.save(asked);
      const changes = await Promise.all(
        ['one', 'other'].map((what) => stores.askedRolls.save({ ...asked, what, version: 2 })),
      );
      expect(changes.toSorted()).toEqual(['kept', 'stale']);
      expect((await stores.askedRolls.byId(asked.id))?.version).toBe(2);
    });

    test('asked rolls are listed by GM and player, and disappear when dropped or too old', async () => {
      const guild = randomUUID();
      const [old, young] = [anAskedRoll({ guild, at: 1000 }), anAskedRoll({ guild, at: 2000 })];
      const same = { ...young, by: old.by };
      await stores.askedRolls.save(same);
      await stores.askedRolls.save(old);
      const idsOf = async (user = '') => (await stores.askedRolls.listMentioning(user)).map(({ id }) => id);
      expect(await idsOf(old.by)).toEqual([old.id, young.id]);
      expect(await idsOf(old.of[0]?.user)).toEqual([old.id]);
      expect(await idsOf('Ann')).toEqual([]);
      await stores.askedRolls.sweep({ guild, channel: 'table' }, 2000);
      expect(await idsOf(old.by)).toEqual([young.id]);
      await stores.askedRolls.delete(same);
      expect(await idsOf(old.by)).toEqual([]);
    });
  });
};
