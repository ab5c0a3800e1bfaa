import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Item,
  type ItemKey,
  itemId,
  type Lease,
  messageLifetime,
  type OutboxMessage,
  serverKey,
} from '../../src/battle/saved/outbox.ts';
import { unknownPerson } from '../../src/campaign/people.ts';
import { aCampaign, aHappening } from './campaign-suite.ts';
import { aBattle, aCharacter, anEntry, nextOf } from './samples.ts';
import { anItem } from './shelf-suite.ts';
import type { Stores } from './store-suite.ts';

let servers = 0;
/** A server of its own for each test: what others left is none of its business. */
const aServer = (): string => String(300_000_000_000_000_000n + BigInt(process.pid) * 100_000n + BigInt(++servers));

const first: Lease = { by: 'first', for: 60_000 };
const second: Lease = { by: 'second', for: 60_000 };
/** Runs out at once, as where its process died long ago. */
const dead: Lease = { by: 'dead', for: 0 };

const post = (once: string, parts: Partial<OutboxMessage> = {}): OutboxMessage => ({
  once,
  lane: 'arena',
  what: { kind: 'post', channel: 'arena', words: { says: once } },
  ...parts,
});
const panel = (battle: string, newest: number, parts: Partial<OutboxMessage> = {}): OutboxMessage => ({
  once: `panel ${battle}`,
  lane: `panel ${battle}`,
  what: { kind: 'panel', battle },
  newest,
  ...parts,
});
const keyOf = (server: string, { once, newest = 0 }: OutboxMessage): ItemKey => ({ server, id: itemId(once), newest });
const said = (items: readonly Item[]): readonly string[] =>
  items.map(({ what }) => (what.kind === 'post' ? JSON.stringify(what.words) : what.kind));

/** What every outbox promises, wherever it keeps things. */
export const outboxSuite = (where: string, open: () => Promise<Stores>): void => {
  describe(`what is to be said, ${where}`, () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.close());

    const wrote = async (sayings: readonly OutboxMessage[], lease = first) => {
      const guild = aServer();
      await stores.outbox.write({ guild, channel: 'arena' }, { sayings, lease });
      return guild;
    };

    test('is written with the order that it tells of, or not at all', async () => {
      const guild = aServer();
      const battle = aBattle({ guild });
      const with_ = (once: string) => ({ sayings: [post(once)], lease: first });
      expect(await stores.battles.create(battle, anEntry(1), undefined, with_('created'))).toBe('kept');
      const next = nextOf(battle);
      expect(await stores.battles.commit(next, anEntry(2), undefined, with_('ordered'))).toBe('kept');
      expect(await stores.battles.commit(next, anEntry(2), undefined, with_('given twice'))).toBe('twice');
      expect(await stores.battles.commit(next, anEntry(3), undefined, with_('too late'))).toBe('stale');
      const other = aBattle({ guild, channel: battle.channel });
      const opening = anEntry(1, { orderId: 'another' });
      expect(await stores.battles.create(other, opening, undefined, with_('no room'))).toBe('taken');
      const rewriting = { changed: [], entry: undefined, aftermath: undefined };
      expect(await stores.battles.rewrite(next, 1, { ...rewriting, said: with_('late') })).toBe('stale');
      expect(await stores.battles.rewrite(next, 2, { ...rewriting, said: with_('rewritten') })).toBe('kept');
      const told: string[] = [];
      for (let items = await stores.outbox.take([guild], first); items.length > 0; ) {
        told.push(...said(items));
        await stores.outbox.done(items);
        items = await stores.outbox.take([guild], first);
      }
      expect(told).toEqual(['created', 'ordered', 'rewritten'].map((says) => JSON.stringify({ says })));
    });

    test('is written with what belongs to no battle, or not at all', async () => {
      const guild = aServer();
      const owner = `ada-${guild}`;
      const said_ = (once: string) => ({ guild, channel: 'arena', said: { sayings: [post(once)], lease: first } });
      const { people, servers, campaigns, characters, histories, shelf, statistics } = stores;
      await people.save(unknownPerson(owner), said_('person'));
      const settings = { guild, systems: [], rolls: 'public' as const, houseRules: {}, editions: {}, readings: [] };
      await servers.saveSettings(settings, said_('settings'));
      const campaign = aCampaign({ guild });
      expect(await campaigns.create(campaign, said_('created'))).toBe('kept');
      expect(await campaigns.create({ ...campaign, id: randomUUID() }, said_('no room'))).toBe('taken');
      expect(await campaigns.save({ ...campaign, version: 2 }, said_('changed'))).toBe('kept');
      expect(await campaigns.save({ ...campaign, version: 2 }, said_('too late'))).toBe('stale');
      const character = aCharacter({ owner, guild });
      await characters.save(character, said_('character'));
      const happening = aHappening(character.id);
      expect(await histories.add(happening, undefined, said_('happened'))).toBe(true);
      expect(await histories.add(happening, undefined, said_('happened twice'))).toBe(false);
      await characters.remove(character.id, said_('removed'));
      const item = anItem({ scope: 'server', owner: guild, guild });
      expect(await shelf.save(item, said_('shelved'))).toBe('kept');
      expect(await shelf.save({ ...item, id: randomUUID() }, said_('no room'))).toBe('taken');
      expect(await shelf.save({ ...item, version: 2 }, said_('reshelved'))).toBe('kept');
      await statistics.setPrivate(owner, true, said_('private'));
      const told: string[] = [];
      for (let items = await stores.outbox.take([guild], first); items.length > 0; ) {
        told.push(...said(items));
        await stores.outbox.done(items);
        items = await stores.outbox.take([guild], first);
      }
      const written = [
        ...['person', 'settings', 'created', 'changed', 'character', 'happened', 'removed'],
        ...['shelved', 'reshelved', 'private'],
      ];
      expect(told).toEqual(written.map((says) => JSON.stringify({ says })));
    });

    test('lies with its channel outside servers', async () => {
      const battle = aBattle({ guild: undefined });
      await stores.battles.create(battle, anEntry(1), undefined, { sayings: [post('alone')], lease: first });
      const server = serverKey(undefined, battle.channel);
      expect(await stores.outbox.due()).toContain(server);
      const items = await stores.outbox.take([server], first);
      expect(items).toHaveLength(1);
      await stores.outbox.done(items);
      expect(await stores.outbox.due()).not.toContain(server);
    });

    test('is taken in the order of its lane, one at a time; lanes do not wait for each other', async () => {
      const guild = await wrote([post('a'), post('b'), post('c', { lane: 'cellar' })]);
      const items = await stores.outbox.take([guild], first);
      expect(said(items)).toEqual(['{"says":"a"}', '{"says":"c"}']);
      expect(await stores.outbox.take([guild], first)).toEqual([]);
      await stores.outbox.done(items);
      expect(said(await stores.outbox.take([guild], first))).toEqual(['{"says":"b"}']);
    });

    test('is had by one process at a time, and by the next once that is gone', async () => {
      const guild = await wrote([post('a')]);
      expect(await stores.outbox.take([guild], dead)).toHaveLength(1);
      await sleep(5);
      const takers = await Promise.all([1, 2, 3].map((n) => stores.outbox.take([guild], { by: `${n}`, for: 60_000 })));
      expect(takers.flat()).toHaveLength(1);
      expect(takers.flat()[0]?.attempts).toBe(1);
    });

    test('stays in hand for as long as it is held by whoever has it', async () => {
      const saying = post('a', { hand: 'interaction' });
      const guild = await wrote([saying], dead);
      await stores.outbox.hold([keyOf(guild, saying)], second);
      expect(await stores.outbox.take([guild], second)).toHaveLength(1);
      await stores.outbox.again(keyOf(guild, saying), second.by, 0);
      const [item] = await stores.outbox.take([guild], dead);
      await stores.outbox.hold(item ? [item] : [], { ...dead, for: 60_000 });
      expect(await stores.outbox.take([guild], second)).toEqual([]);
    });

    test('is left to the process of its interaction, until that lets go', async () => {
      const guild = await wrote([post('a', { hand: 'interaction', lane: 'x' }), post('b', { lane: 'y' })]);
      expect(said(await stores.outbox.take([guild], second))).toEqual(['{"says":"b"}']);
      await stores.outbox.release('second', false);
      expect(said(await stores.outbox.take([guild], first))).toEqual(['{"says":"b"}']);
      await stores.outbox.release('first', false);
      expect(said(await stores.outbox.take([guild], second))).toEqual(['{"says":"a"}', '{"says":"b"}']);
    });

    test('comes again later, as it is or changed', async () => {
      const guild = await wrote([post('a')]);
      const [item] = await stores.outbox.take([guild], first);
      if (item === undefined) throw new Error('Nothing is due.');
      await stores.outbox.again(item, first.by, 60_000);
      expect(await stores.outbox.due()).not.toContain(guild);
      expect(await stores.outbox.take([guild], first)).toEqual([]);
      await stores.outbox.again(item, first.by, 0, { kind: 'panel', battle: 'b' });
      expect(await stores.outbox.take([guild], first)).toEqual([
        { ...item, what: { kind: 'panel', battle: 'b' }, attempts: 1 },
      ]);
    });

    test('is put off only by its holder, and released before its time, except what is named', async () => {
      const [a, b] = [post('a', { lane: 'x' }), post('b', { lane: 'y' })];
      const guild = await wrote([a, b]);
      expect(await stores.outbox.take([guild], first)).toHaveLength(2);
      await stores.outbox.again(keyOf(guild, a), second.by, 0);
      expect(await stores.outbox.take([guild], second)).toEqual([]);
      await stores.outbox.again(keyOf(guild, a), first.by, 60_000);
      await stores.outbox.again(keyOf(guild, b), first.by, 60_000);
      await stores.outbox.release(first.by, false, [keyOf(guild, b)]);
      expect(said(await stores.outbox.take([guild], second))).toEqual(['{"says":"a"}']);
      await stores.outbox.release(first.by, false);
      expect(said(await stores.outbox.take([guild], second))).toEqual(['{"says":"b"}']);
    });

    test('is written once under one key, and its key is remembered where that was asked for', async () => {
      const guild = await wrote([post('a'), post('k', { remembered: true, lane: 'y' })]);
      const again = () =>
        stores.outbox.write(
          { guild, channel: 'arena' },
          { sayings: [post('a'), post('k', { remembered: true, lane: 'y' })], lease: first },
        );
      await again();
      const items = await stores.outbox.take([guild], first);
      expect(said(items)).toEqual(['{"says":"a"}', '{"says":"k"}']);
      await stores.outbox.done(items);
      await again();
      expect(said(await stores.outbox.take([guild], first))).toEqual(['{"says":"a"}']);
    });

    test('gives way to what is newer, which an older one that is done leaves alone', async () => {
      const guild = await wrote([panel('b', 2)]);
      const items = await stores.outbox.take([guild], first);
      const write = (newest: number) =>
        stores.outbox.write({ guild, channel: 'arena' }, { sayings: [panel('b', newest)], lease: first });
      await write(1);
      expect(await stores.outbox.take([guild], first)).toEqual([]);
      await write(3);
      await stores.outbox.done(items);
      const [newer] = await stores.outbox.take([guild], first);
      expect(newer?.newest).toBe(3);
      await stores.outbox.done(newer ? [{ ...newer, newest: 7 }] : []);
      expect(await stores.outbox.due()).not.toContain(guild);
    });

    test('keeps the token of an interaction beside it, and not for somebody’s next press', async () => {
      const what = { kind: 'answer', battle: 'b', order: 'o', user: 'ada', channel: 'arena', left: 'all' } as const;
      const guild = await wrote([{ once: 'answer', lane: 'arena', what, token: 'a secret', hand: 'i' }], dead);
      const [item] = await stores.outbox.take([guild], first);
      expect(item?.token).toBe('a secret');
      expect(item?.what).toEqual(what);
      if (item === undefined) return;
      await stores.outbox.park(item, 'ada', { kind: 'whisper', user: 'ada', of: what });
      expect(await stores.outbox.parked()).toContainEqual({ server: guild, user: 'ada' });
      expect(await stores.outbox.take([guild], first)).toEqual([]);
      expect(await stores.outbox.takeParked(guild, 'bob', first)).toEqual([]);
      const [both, none] = await Promise.all([1, 2].map(() => stores.outbox.takeParked(guild, 'ada', first)));
      const kept = [...(both ?? []), ...(none ?? [])];
      expect(kept).toHaveLength(1);
      expect(kept[0]).toMatchObject({ what: { kind: 'whisper', user: 'ada', of: what } });
      expect(kept[0]?.token).toBeUndefined();
      await stores.outbox.done(kept);
      expect(await stores.outbox.parked()).not.toContainEqual({ server: guild, user: 'ada' });
    });

    test('is counted, swept and forgotten with the person it names', async () => {
      const before = await stores.outbox.backlog();
      const guild = await wrote([
        post('a'),
        {
          once: 'd',
          lane: 'to x',
          what: { kind: 'direct', user: 'somebody-who-leaves', words: {}, otherwise: 'press' },
        },
      ]);
      const now = await stores.outbox.backlog();
      expect(now.items).toBe(before.items + 2);
      expect(now.oldest).toBeLessThan(messageLifetime);
      await stores.outbox.sweep();
      await stores.outbox.forget('somebody-who-leaves');
      expect((await stores.outbox.backlog()).items).toBe(before.items + 1);
      expect(said(await stores.outbox.take([guild], first))).toEqual(['{"says":"a"}']);
    });
  });
};
