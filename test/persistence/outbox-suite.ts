import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Lease,
  messageLifetime,
  type OutboxItem,
  type OutboxKey,
  type OutboxMessage,
  outboxItemId,
  serverKey,
} from '../../src/battle/saved/outbox.ts';
import { defaultPersonalSettings } from '../../src/campaign/people.ts';
import { aCampaign, aHappening } from './campaign-suite.ts';
import { anItem } from './library-suite.ts';
import { aBattle, aCharacter, anEntry, nextOf } from './samples.ts';
import type { Stores } from './store-suite.ts';

let servers = 0;
/** A new server for each test, so that other tests do not interfere. */
const aServer = (): string => String(300_000_000_000_000_000n + BigInt(process.pid) * 100_000n + BigInt(++servers));

const first: Lease = { owner: 'first', milliseconds: 60_000 };
const second: Lease = { owner: 'second', milliseconds: 60_000 };
/** A lease that has expired, as of a process that died long ago. */
const dead: Lease = { owner: 'dead', milliseconds: 0 };

const post = (key: string, parts: Partial<OutboxMessage> = {}): OutboxMessage => ({
  key,
  lane: 'arena',
  content: { kind: 'post', channel: 'arena', words: { says: key } },
  ...parts,
});
const panel = (battle: string, newest: number, parts: Partial<OutboxMessage> = {}): OutboxMessage => ({
  key: `panel ${battle}`,
  lane: `panel ${battle}`,
  content: { kind: 'panel', battle },
  newest,
  ...parts,
});
const keyOf = (server: string, { key, newest = 0 }: OutboxMessage): OutboxKey => ({
  server,
  id: outboxItemId(key),
  newest,
});
const said = (items: readonly OutboxItem[]): readonly string[] =>
  items.map(({ content }) => (content.kind === 'post' ? JSON.stringify(content.words) : content.kind));

/** Tests of every outbox. */
export const outboxSuite = (where: string, open: () => Promise<Stores>): void => {
  describe(`outbox messages, ${where}`, () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.close());

    const wrote = async (messages: readonly OutboxMessage[], lease = first) => {
      const guild = aServer();
      await stores.outbox.write({ guild, channel: 'arena' }, { messages, lease });
      return guild;
    };

    test('a message is saved together with its order or not at all', async () => {
      const guild = aServer();
      const battle = aBattle({ guild });
      const with_ = (once: string) => ({ messages: [post(once)], lease: first });
      expect(await stores.battles.create(battle, anEntry(1), undefined, with_('created'))).toBe('kept');
      const next = nextOf(battle);
      expect(await stores.battles.commit(next, anEntry(2), undefined, with_('ordered'))).toBe('kept');
      expect(await stores.battles.commit(next, anEntry(2), undefined, with_('given twice'))).toBe('twice');
      expect(await stores.battles.commit(next, anEntry(3), undefined, with_('too late'))).toBe('stale');
      const other = aBattle({ guild, channel: battle.channel });
      const opening = anEntry(1, { orderId: 'another' });
      expect(await stores.battles.create(other, opening, undefined, with_('no room'))).toBe('taken');
      const rewriting = { changed: [], entry: undefined, waitChanges: undefined };
      expect(await stores.battles.rewrite(next, 1, { ...rewriting, messages: with_('late') })).toBe('stale');
      expect(await stores.battles.rewrite(next, 2, { ...rewriting, messages: with_('rewritten') })).toBe('kept');
      const told: string[] = [];
      for (let items = await stores.outbox.claim([guild], first); items.length > 0; ) {
        told.push(...said(items));
        await stores.outbox.ack(items);
        items = await stores.outbox.claim([guild], first);
      }
      expect(told).toEqual(['created', 'ordered', 'rewritten'].map((says) => JSON.stringify({ says })));
    });

    test('a message is saved together with data outside a battle or not at all', async () => {
      const guild = aServer();
      const owner = `ada-${guild}`;
      const said_ = (once: string) => ({ guild, channel: 'arena', messages: { messages: [post(once)], lease: first } });
      const { people, servers, campaigns, characters, histories, library, statistics } = stores;
      await people.save(defaultPersonalSettings(owner), said_('person'));
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
      expect(await library.save(item, said_('shelved'))).toBe('kept');
      expect(await library.save({ ...item, id: randomUUID() }, said_('no room'))).toBe('taken');
      expect(await library.save({ ...item, version: 2 }, said_('reshelved'))).toBe('kept');
      await statistics.setPrivate(owner, true, said_('private'));
      const told: string[] = [];
      for (let items = await stores.outbox.claim([guild], first); items.length > 0; ) {
        told.push(...said(items));
        await stores.outbox.ack(items);
        items = await stores.outbox.claim([guild], first);
      }
      const written = [
        ...['person', 'settings', 'created', 'changed', 'character', 'happened', 'removed'],
        ...['shelved', 'reshelved', 'private'],
      ];
      expect(told).toEqual(written.map((says) => JSON.stringify({ says })));
    });

    test('a message without a server is filed under its channel', async () => {
      const battle = aBattle({ guild: undefined });
      await stores.battles.create(battle, anEntry(1), undefined, { messages: [post('alone')], lease: first });
      const server = serverKey(undefined, battle.channel);
      expect(await stores.outbox.listDueServers()).toContain(server);
      const items = await stores.outbox.claim([server], first);
      expect(items).toHaveLength(1);
      await stores.outbox.ack(items);
      expect(await stores.outbox.listDueServers()).not.toContain(server);
    });

    test('a message is claimed in the order of its lane, and lanes do not wait for each other', async () => {
      const guild = await wrote([post('a'), post('b'), post('c', { lane: 'cellar' })]);
      const items = await stores.outbox.claim([guild], first);
      expect(said(items)).toEqual(['{"says":"a"}', '{"says":"c"}']);
      expect(await stores.outbox.claim([guild], first)).toEqual([]);
      await stores.outbox.ack(items);
      expect(said(await stores.outbox.claim([guild], first))).toEqual(['{"says":"b"}']);
    });

    test('a message is claimed by one process at a time, and by another after the lease expires', async () => {
      const guild = await wrote([post('a')]);
      expect(await stores.outbox.claim([guild], dead)).toHaveLength(1);
      await sleep(5);
      const takers = await Promise.all(
        [1, 2, 3].map((n) => stores.outbox.claim([guild], { owner: `${n}`, milliseconds: 60_000 })),
      );
      expect(takers.flat()).toHaveLength(1);
      expect(takers.flat()[0]?.attempts).toBe(1);
    });

    test('a message stays claimed while its owner renews the lease', async () => {
      const saying = post('a', { interaction: 'interaction' });
      const guild = await wrote([saying], dead);
      await stores.outbox.renewLease([keyOf(guild, saying)], second);
      expect(await stores.outbox.claim([guild], second)).toHaveLength(1);
      await stores.outbox.retryLater(keyOf(guild, saying), second.owner, 0);
      const [item] = await stores.outbox.claim([guild], dead);
      await stores.outbox.renewLease(item ? [item] : [], { ...dead, milliseconds: 60_000 });
      expect(await stores.outbox.claim([guild], second)).toEqual([]);
    });

    test('a message is left to the process of its interaction until that releases it', async () => {
      const guild = await wrote([post('a', { interaction: 'interaction', lane: 'x' }), post('b', { lane: 'y' })]);
      expect(said(await stores.outbox.claim([guild], second))).toEqual(['{"says":"b"}']);
      await stores.outbox.release('second', false);
      expect(said(await stores.outbox.claim([guild], first))).toEqual(['{"says":"b"}']);
      await stores.outbox.release('first', false);
      expect(said(await stores.outbox.claim([guild], second))).toEqual(['{"says":"a"}', '{"says":"b"}']);
    });

    test('a message can be retried later, unchanged or changed', async () => {
      const guild = await wrote([post('a')]);
      const [item] = await stores.outbox.claim([guild], first);
      if (item === undefined) throw new Error('Nothing is due.');
      await stores.outbox.retryLater(item, first.owner, 60_000);
      expect(await stores.outbox.listDueServers()).not.toContain(guild);
      expect(await stores.outbox.claim([guild], first)).toEqual([]);
      await stores.outbox.retryLater(item, first.owner, 0, { kind: 'panel', battle: 'b' });
      expect(await stores.outbox.claim([guild], first)).toEqual([
        { ...item, content: { kind: 'panel', battle: 'b' }, attempts: 1 },
      ]);
    });

    test('a message is postponed only by its owner, and released early unless excepted', async () => {
      const [a, b] = [post('a', { lane: 'x' }), post('b', { lane: 'y' })];
      const guild = await wrote([a, b]);
      expect(await stores.outbox.claim([guild], first)).toHaveLength(2);
      await stores.outbox.retryLater(keyOf(guild, a), second.owner, 0);
      expect(await stores.outbox.claim([guild], second)).toEqual([]);
      await stores.outbox.retryLater(keyOf(guild, a), first.owner, 60_000);
      await stores.outbox.retryLater(keyOf(guild, b), first.owner, 60_000);
      await stores.outbox.release(first.owner, false, [keyOf(guild, b)]);
      expect(said(await stores.outbox.claim([guild], second))).toEqual(['{"says":"a"}']);
      await stores.outbox.release(first.owner, false);
      expect(said(await stores.outbox.claim([guild], second))).toEqual(['{"says":"b"}']);
    });

    test('a message is saved once per key, and the key is remembered on request', async () => {
      const guild = await wrote([post('a'), post('k', { rememberKey: true, lane: 'y' })]);
      const again = () =>
        stores.outbox.write(
          { guild, channel: 'arena' },
          { messages: [post('a'), post('k', { rememberKey: true, lane: 'y' })], lease: first },
        );
      await again();
      const items = await stores.outbox.claim([guild], first);
      expect(said(items)).toEqual(['{"says":"a"}', '{"says":"k"}']);
      await stores.outbox.ack(items);
      await again();
      expect(said(await stores.outbox.claim([guild], first))).toEqual(['{"says":"a"}']);
    });

    test('a message is replaced by a newer one, which an ack of the older one leaves alone', async () => {
      const guild = await wrote([panel('b', 2)]);
      const items = await stores.outbox.claim([guild], first);
      const write = (newest: number) =>
        stores.outbox.write({ guild, channel: 'arena' }, { messages: [panel('b', newest)], lease: first });
      await write(1);
      expect(await stores.outbox.claim([guild], first)).toEqual([]);
      await write(3);
      await stores.outbox.ack(items);
      const [newer] = await stores.outbox.claim([guild], first);
      expect(newer?.newest).toBe(3);
      await stores.outbox.ack(newer ? [{ ...newer, newest: 7 }] : []);
      expect(await stores.outbox.listDueServers()).not.toContain(guild);
    });

    test('a message keeps its interaction token apart, and drops it when parked', async () => {
      const content = { kind: 'answer', battle: 'b', order: 'o', user: 'ada', channel: 'arena', left: 'all' } as const;
      const guild = await wrote([{ key: 'answer', lane: 'arena', content, token: 'a secret', interaction: 'i' }], dead);
      const [item] = await stores.outbox.claim([guild], first);
      expect(item?.token).toBe('a secret');
      expect(item?.content).toEqual(content);
      if (item === undefined) return;
      await stores.outbox.park(item, 'ada', { kind: 'whisper', user: 'ada', of: content });
      expect(await stores.outbox.listParked()).toContainEqual({ server: guild, user: 'ada' });
      expect(await stores.outbox.claim([guild], first)).toEqual([]);
      expect(await stores.outbox.claimParked(guild, 'bob', first)).toEqual([]);
      const [both, none] = await Promise.all([1, 2].map(() => stores.outbox.claimParked(guild, 'ada', first)));
      const kept = [...(both ?? []), ...(none ?? [])];
      expect(kept).toHaveLength(1);
      expect(kept[0]).toMatchObject({ content: { kind: 'whisper', user: 'ada', of: content } });
      expect(kept[0]?.token).toBeUndefined();
      await stores.outbox.ack(kept);
      expect(await stores.outbox.listParked()).not.toContainEqual({ server: guild, user: 'ada' });
    });

    test('a message is counted, swept, and deleted with the user it names', async () => {
      const before = await stores.outbox.backlog();
      const guild = await wrote([
        post('a'),
        {
          key: 'd',
          lane: 'to x',
          content: { kind: 'direct', user: 'somebody-who-leaves', words: {}, otherwise: 'press' },
        },
      ]);
      const now = await stores.outbox.backlog();
      expect(now.items).toBe(before.items + 2);
      expect(now.oldest).toBeLessThan(messageLifetime);
      await stores.outbox.sweep();
      await stores.outbox.forgetUser('somebody-who-leaves');
      expect((await stores.outbox.backlog()).items).toBe(before.items + 1);
      expect(said(await stores.outbox.claim([guild], first))).toEqual(['{"says":"a"}']);
    });
  });
};
