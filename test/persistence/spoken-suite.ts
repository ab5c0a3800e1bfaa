import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SpokenMessage } from '../../src/campaign/spoken.ts';
import type { Stores } from './store-suite.ts';

const aSpoken = (parts: Partial<SpokenMessage> = {}): SpokenMessage => ({
  ...{ guild: '200000000000000001', id: randomUUID(), channel: randomUUID() },
  ...{ user: randomUUID(), character: 'Ann', at: 1_790_000_000_000 },
  ...parts,
});

const everything = ({ guild, channel }: SpokenMessage) => ({
  ...{ guild, channel, message: 'none', order: undefined, from: 0, to: Number.MAX_SAFE_INTEGER },
});

/** Tests of every store of spoken messages. */
export const spokenSuite = (where: string, open: () => Promise<Stores>): void => {
  describe(`spoken messages ${where}`, () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.close());

    test('spoken messages are found by message, by order, by channel and time, and by user', async () => {
      const { spoken } = stores;
      const first = aSpoken();
      const { guild, channel, user, at } = first;
      const second = aSpoken({ guild, channel, user, at: at + 1000 });
      const elsewhere = aSpoken({ guild, user, at: at + 2000 });
      for (const each of [first, second, elsewhere]) expect(await spoken.begin(each, undefined)).toBe('begun');
      await spoken.posted(second, 'message');
      const known = { ...second, message: 'message' };
      const none = { guild, channel, message: 'none', order: undefined, from: 0, to: 0 };
      expect(await spoken.find(none)).toEqual([]);
      expect(await spoken.find({ ...none, message: 'message' })).toEqual([known]);
      expect(await spoken.find({ ...none, guild: 'another', message: 'message' })).toEqual([]);
      expect(await spoken.find({ ...none, order: first.id })).toEqual([first]);
      expect(await spoken.find({ ...none, from: at, to: at + 999 })).toEqual([first]);
      expect(await spoken.find({ ...none, from: at + 1, to: at + 1000 })).toEqual([known]);
      expect(await spoken.by(user)).toEqual([first, known, elsewhere]);
    });

    test('spoken messages are saved once per order', async () => {
      const { spoken } = stores;
      const one = aSpoken();
      expect(await spoken.begin(one, undefined)).toBe('begun');
      expect(await spoken.begin({ ...one, at: one.at + 5 }, one.at)).toBe('again');
      expect(await spoken.find(everything(one))).toEqual([one]);
    });

    test('in slow mode a second spoken message of a user in a channel is not saved', async () => {
      const { spoken } = stores;
      const one = aSpoken();
      const later = { ...one, id: randomUUID(), at: one.at + 5000 };
      await spoken.begin(one, undefined);
      expect(await spoken.begin(later, one.at - 1)).toBe(one.at);
      expect(await spoken.find(everything(one))).toEqual([one]);
      expect(await spoken.begin({ ...later, id: randomUUID(), user: 'another' }, one.at - 1)).toBe('begun');
      expect(await spoken.begin({ ...later, id: randomUUID(), channel: 'another' }, one.at - 1)).toBe('begun');
      expect(await spoken.begin(later, one.at)).toBe('begun');
    });

    test('of simultaneous spoken messages slow mode saves one, otherwise all are saved', async () => {
      const { spoken } = stores;
      const one = aSpoken();
      const atOnce = Array.from({ length: 6 }, () => ({ ...one, id: randomUUID() }));
      const slow = await Promise.all(atOnce.map((each) => spoken.begin(each, one.at - 10_000)));
      expect(slow.toSorted()).toEqual([...Array.from({ length: 5 }, () => one.at), 'begun']);
      const free = aSpoken();
      const all = Array.from({ length: 6 }, () => ({ ...free, id: randomUUID() }));
      expect(await Promise.all(all.map((each) => spoken.begin(each, undefined)))).toEqual(all.map(() => 'begun'));
      expect(await spoken.by(free.user)).toHaveLength(6);
    });

    test('spoken messages are swept once they are old, in all servers', async () => {
      const { spoken } = stores;
      const user = randomUUID();
      const old = aSpoken({ user, at: 1000 });
      const young = aSpoken({ user, guild: randomUUID(), at: 2000 });
      for (const each of [old, young]) await spoken.begin(each, undefined);
      await spoken.sweep(2000);
      expect(await spoken.by(user)).toEqual([young]);
      expect(await spoken.begin({ ...old, id: randomUUID() }, undefined)).toBe('begun');
    });
  });
};
