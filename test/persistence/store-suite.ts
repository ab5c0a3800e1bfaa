import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEntry, type SavedBattle } from '../../src/battle/saved/store.ts';
import type { Stores as AllStores } from '../../src/campaign/stores.ts';
import { isLong } from '../budget.ts';
import { aBattle, aCharacter, anEntry, bare, nextOf } from './samples.ts';

export interface Stores extends AllStores {
  readonly close: () => Promise<void>;
}

/** Number of simultaneous writers. Each retries once for every writer that came before. */
const many = isLong ? 50 : 15;

/** Tests of every store. */
export const storeSuite = (where: string, open: () => Promise<Stores>): void => {
  describe(`stores ${where}`, () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.close());

    const created = async (parts: Parameters<typeof aBattle>[0] = {}, orderId = 'order-1') => {
      const battle = aBattle(parts);
      expect(await stores.battles.create(battle, anEntry(1, { orderId, request: { kind: 'create' } }))).toBe('kept');
      return battle;
    };

    describe('a battle', () => {
      test('a battle reads back as it was saved', async () => {
        const battle = await created();
        expect(bare(await stores.battles.byId(battle.id))).toEqual(battle);
        expect(bare(await stores.battles.byChannel(battle.channel))).toEqual(battle);
        expect(await stores.battles.log(battle)).toEqual([anEntry(1, { request: { kind: 'create' } })]);
      });

      test('a battle reads back with its keys in order', async () => {
        const fighters = { zoe: 1, al: 2, bartholomew: 3, 'a b': 4 };
        const battle = await created({ game: { fighters } });
        expect(JSON.stringify((await stores.battles.byId(battle.id))?.game)).toBe(JSON.stringify({ fighters }));
      });

      test('a battle returns its log as JSON texts, entry by entry', async () => {
        const battle = await created();
        const [second, third] = [anEntry(2), anEntry(3)];
        expect(await stores.battles.commit(nextOf(battle), second)).toBe('kept');
        expect(await stores.battles.commit(nextOf(nextOf(battle)), third)).toBe('kept');
        const texts = await stores.battles.logJson(battle);
        expect(texts.map((text) => readEntry(JSON.parse(text)))).toEqual(await stores.battles.log(battle));
        expect(texts.length).toBe(3);
        expect(await stores.battles.logJson(battle, 2, 2)).toEqual(texts.slice(1, 2));
        expect(await stores.battles.logJson(aBattle())).toEqual([]);
      });

      test('a battle returns a log longer than one page without a gap', { timeout: 60_000 }, async () => {
        const entries = 501;
        let battle = await created();
        for (let n = 2; n <= entries; n++) {
          battle = nextOf(battle);
          expect(await stores.battles.commit(battle, anEntry(n))).toBe('kept');
        }
        const all = Array.from({ length: entries }, (_, at) => at + 1);
        expect((await stores.battles.log(battle)).map(({ n }) => n)).toEqual(all);
        expect((await stores.battles.log(battle, 1, 500)).map(({ n }) => n)).toEqual(all.slice(0, 500));
        expect((await stores.battles.logJson(battle)).map((text) => JSON.parse(text).n)).toEqual(all);
      });

      test('a battle that does not exist reads as undefined', async () => {
        expect(await stores.battles.byChannel('an empty channel')).toBeUndefined();
        expect(await stores.battles.byId('nothing')).toBeUndefined();
        expect(await stores.battles.log(aBattle())).toEqual([]);
        expect(await stores.battles.findEntry(aBattle(), 'order-1')).toBeUndefined();
        expect(await stores.battles.commit(nextOf(aBattle()), anEntry(2))).toBe('stale');
      });

      test('a battle occupies its channel until it has ended', async () => {
        const first = await created();
        const second = aBattle({ channel: first.channel, createdAt: first.createdAt + 10 });
        const opening = anEntry(1, { orderId: 'another' });
        expect(await stores.battles.create(second, opening)).toBe('taken');
        expect(await stores.battles.byId(second.id)).toBeUndefined();
        expect(await stores.battles.commit(nextOf(first, { status: 'ended' }), anEntry(2))).toBe('kept');
        expect((await stores.battles.byChannel(first.channel))?.id).toBe(first.id);
        expect(await stores.battles.create(second, opening)).toBe('kept');
        expect((await stores.battles.byChannel(first.channel))?.id).toBe(second.id);
      });

      test('a battle is created once by one order', async () => {
        const battle = await created();
        expect(await stores.battles.create(aBattle({ channel: battle.channel }), anEntry(1))).toBe('twice');
        expect((await stores.battles.byChannel(battle.channel))?.id).toBe(battle.id);
      });

      test('a battle is created by one of twenty simultaneous orders in a channel', async () => {
        const channel = 'a busy channel';
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            stores.battles.create(aBattle({ channel }), anEntry(1, { orderId: `create-${i}` })),
          ),
        );
        expect(outcomes.filter((each) => each === 'kept')).toHaveLength(1);
        expect(outcomes.filter((each) => each === 'taken')).toHaveLength(19);
      });

      test('a battle is created by one of ten copies of an order, and the others get “twice”', async () => {
        const channel = 'an echoing channel';
        const outcomes = await Promise.all(
          Array.from({ length: 10 }, () => stores.battles.create(aBattle({ channel }), anEntry(1))),
        );
        expect(outcomes.toSorted()).toEqual(['kept', ...Array.from({ length: 9 }, () => 'twice')]);
      });
    });

    describe('a commit', () => {
      test('a commit saves snapshot and entry together', async () => {
        const battle = await created();
        const question = { to: 'grim', kind: 'parry', says: 'Parry?', choices: [{ id: 'yes', label: 'Yes' }] };
        const pending = {
          ...{ orderId: 'order-2', user: 'ada', actor: 'ada', doing: { verb: 'attack', params: {} }, answers: [] },
          question: {
            ...question,
            auto: 'yes',
            unless: 'ask' as const,
            rows: [[{ rule: 'SM-1', says: 'd20 17' }]],
            facts: {},
          },
          rolls: 'public' as const,
        };
        const after = nextOf(battle, { pending, game: { round: 2 } });
        expect(await stores.battles.commit(after, anEntry(2, { pending }))).toBe('kept');
        expect(bare(await stores.battles.byId(battle.id))).toEqual(after);
        expect(await stores.battles.findEntry(battle, 'order-2')).toEqual(anEntry(2, { pending }));
        const answered = nextOf(after);
        expect(await stores.battles.commit({ ...answered, pending: undefined }, anEntry(3))).toBe('kept');
        expect((await stores.battles.byId(battle.id))?.pending).toBeUndefined();
      });

      test('a commit is stale and saves nothing if another order came first', async () => {
        const battle = await created();
        const mine = nextOf(battle, { game: 'mine' });
        expect(await stores.battles.commit(nextOf(battle, { game: 'theirs' }), anEntry(2))).toBe('kept');
        expect(await stores.battles.commit(mine, anEntry(2, { orderId: 'mine' }))).toBe('stale');
        expect(await stores.battles.commit({ ...mine, version: 7 }, anEntry(7, { orderId: 'mine' }))).toBe('stale');
        expect((await stores.battles.byId(battle.id))?.game).toBe('theirs');
        expect(await stores.battles.findEntry(battle, 'mine')).toBeUndefined();
        expect(await stores.battles.log(battle)).toHaveLength(2);
      });

      test('a commit is made once per order, also if it is decided again', async () => {
        const battle = await created();
        const after = nextOf(battle);
        expect(await stores.battles.commit(after, anEntry(2))).toBe('kept');
        expect(await stores.battles.commit(after, anEntry(2))).toBe('twice');
        expect(await stores.battles.commit(nextOf(after), anEntry(3, { orderId: 'order-2' }))).toBe('twice');
        expect((await stores.battles.byId(battle.id))?.version).toBe(2);
        expect(await stores.battles.log(battle)).toHaveLength(2);
      });

      test('of many simultaneous commits to one version, one is saved', async () => {
        const battle = await created();
        const outcomes = await Promise.all(
          Array.from({ length: many }, (_, i) =>
            stores.battles.commit(nextOf(battle, { game: i }), anEntry(2, { orderId: `rush-${i}` })),
          ),
        );
        expect(outcomes.filter((each) => each === 'stale')).toHaveLength(many - 1);
        const winner = outcomes.indexOf('kept');
        expect(await stores.battles.byId(battle.id)).toMatchObject({ version: 2, game: winner });
        expect((await stores.battles.log(battle, 2)).map(({ orderId }) => orderId)).toEqual([`rush-${winner}`]);
      });

      test('a commit that is retried until it is saved counts once', async () => {
        const battle = await created();
        const insist = async (orderId: string): Promise<void> => {
          for (;;) {
            const now = (await stores.battles.byId(battle.id)) ?? battle;
            const n = now.version + 1;
            if ((await stores.battles.commit(nextOf(now, { game: n }), anEntry(n, { orderId }))) === 'kept') return;
          }
        };
        const orders = Array.from({ length: many }, (_, i) => `insist-${i}`);
        await Promise.all(orders.map(insist));
        const log = await stores.battles.log(battle);
        expect(log.map(({ n }) => n)).toEqual(Array.from({ length: many + 1 }, (_, i) => i + 1));
        expect(
          log
            .slice(1)
            .map(({ orderId }) => orderId)
            .toSorted(),
        ).toEqual(orders.toSorted());
        expect(await stores.battles.byId(battle.id)).toMatchObject({ version: many + 1, game: many + 1 });
      });

      test('of ten commits of the same order one is saved, and the others get “twice”', async () => {
        const battle = await created();
        const outcomes = await Promise.all(
          Array.from({ length: 10 }, () => stores.battles.commit(nextOf(battle), anEntry(2))),
        );
        expect(outcomes.toSorted()).toEqual(['kept', ...Array.from({ length: 9 }, () => 'twice')]);
      });

      test('a commit saves a snapshot of two megabytes', async () => {
        const fighters = Array.from({ length: 20_000 }, (_, i) => ({ id: `Zombie ${i}`, hp: i, note: 'x'.repeat(60) }));
        const battle = await created({ game: { fighters } });
        const after = nextOf(battle, { game: { fighters: fighters.toReversed() } });
        expect(await stores.battles.commit(after, anEntry(2, { events: fighters }))).toBe('kept');
        expect(bare(await stores.battles.byChannel(battle.channel))).toEqual(after);
        expect((await stores.battles.findEntry(battle, 'order-2'))?.events).toEqual(fighters);
      });
    });

    describe('checkpoints of a log', () => {
      const aState = (n: number, odd = 'nul \0') => ({ n, state: JSON.stringify({ game: { n, odd } }) });
      const read = async (id: string): Promise<SavedBattle> => {
        const saved = await stores.battles.byId(id);
        if (saved === undefined) throw new Error('It was created.');
        return saved;
      };
      const stored = async () => {
        const battle = await read((await created()).id);
        await stores.battles.addStates(battle, [aState(10), aState(20), aState(30)]);
        return battle;
      };
      const newest = async (battle: SavedBattle, before = 100) => {
        const found = await stores.battles.findState(battle, before);
        return found && { n: found.n, state: found.state };
      };

      test('the newest checkpoint before an entry is found, and can be replaced', async () => {
        const battle = await stored();
        expect(await newest(battle)).toEqual(aState(30));
        expect(await newest(battle, 30)).toEqual(aState(20));
        expect(await newest(battle, 10)).toBeUndefined();
        expect(await newest(await read((await created()).id))).toBeUndefined();
        await stores.battles.addStates(battle, [aState(20, 'other')]);
        expect(await newest(battle, 30)).toEqual(aState(20, 'other'));
      });

      test('checkpoints of another edition are not found', async () => {
        const battle = await stored();
        const later = { ...battle, edition: { ...battle.edition, rules: battle.edition.rules + 1 } };
        expect(await newest(later)).toBeUndefined();
        await stores.battles.addStates(later, [aState(20)]);
        expect(await newest(later)).toEqual(aState(20));
        expect(await newest(battle, 30)).toEqual(aState(10));
      });

      test('all checkpoints are dropped if the log is rewritten', async () => {
        const battle = await stored();
        const without = { changed: [], entry: undefined, waitChanges: undefined };
        const times = (saved: SavedBattle): number => stores.battles.rewriteCount(saved) ?? Number.NaN;
        expect(await stores.battles.rewrite(battle, battle.version, without)).toBe('kept');
        expect(times(await read(battle.id))).toBe(times(battle) + 1);
        expect(times({ ...battle, version: battle.version + 1 })).toBe(times(battle));
        expect(await newest(battle)).toBeUndefined();
        // Checkpoints of the log before a rewrite are not stored.
        await stores.battles.addStates(battle, [aState(20)]);
        expect(await newest(battle)).toBeUndefined();
        await stores.battles.addStates(await read(battle.id), [aState(20)]);
        expect(await newest(battle)).toEqual(aState(20));
      });
    });

    describe('a channel', () => {
      const undo = (n: number) => anEntry(n, { request: { kind: 'undo', takes: [2] } });
      const moving = (n: number, to: string) => anEntry(n, { table: [{ type: 'moved', from: 'somewhere', to }] });

      test('a channel with an unfinished battle refuses an undo that would reopen another battle', async () => {
        const first = await created();
        const ended = nextOf(first, { status: 'ended' });
        expect(await stores.battles.commit(ended, anEntry(2))).toBe('kept');
        const second = await created({ channel: first.channel, createdAt: first.createdAt + 10 }, 'another');
        expect(await stores.battles.commit(nextOf(ended, { status: 'setup' }), undo(3))).toBe('taken');
        expect(bare(await stores.battles.byId(first.id))).toEqual(ended);
        expect(await stores.battles.log(first)).toHaveLength(2);
        expect(await stores.battles.commit(nextOf(second, { status: 'ended' }), anEntry(2))).toBe('kept');
        expect(await stores.battles.commit(nextOf(ended, { status: 'setup' }), undo(3))).toBe('kept');
        expect((await stores.battles.byChannel(first.channel))?.id).toBe(first.id);
      });

      test('a channel is free after its battle moved, and the new channel is taken', async () => {
        const [battle, other] = [await created(), await created()];
        const there = nextOf(battle, { channel: other.channel });
        expect(await stores.battles.commit(there, moving(2, other.channel))).toBe('taken');
        const free = `${battle.channel} two`;
        expect(await stores.battles.commit({ ...there, channel: free }, moving(2, free))).toBe('kept');
        expect(await stores.battles.byChannel(battle.channel)).toBeUndefined();
        expect((await stores.battles.byChannel(free))?.id).toBe(battle.id);
        expect(await stores.battles.create(aBattle({ channel: battle.channel }), anEntry(1))).toBe('kept');
      });

      test('a channel accepts one of ten battles that move in at the same time', async () => {
        const battles = await Promise.all(Array.from({ length: 10 }, () => created()));
        const outcomes = await Promise.all(
          battles.map((battle) =>
            stores.battles.commit(nextOf(battle, { channel: 'a crowded channel' }), moving(2, 'a crowded channel')),
          ),
        );
        expect(outcomes.filter((each) => each === 'kept')).toHaveLength(1);
        expect(outcomes.filter((each) => each === 'taken')).toHaveLength(9);
      });
    });

    describe('battles without a server', () => {
      const outside = async () => {
        const { id } = await created({ guild: undefined });
        const saved = await stores.battles.byId(id);
        if (saved === undefined) throw new Error('It was created.');
        return saved;
      };
      const moving = (n: number, to: string) => anEntry(n, { table: [{ type: 'moved', from: 'somewhere', to }] });

      test('a battle that moves takes its panel, notices and log along', async () => {
        const battle = await outside();
        const panel = { battle: battle.id, channel: 'c', message: 'm', postedAt: 1 };
        await stores.servers.placePanel(panel, undefined);
        await stores.notices.note(battle.id, 'a thing', 1);
        const channel = `${battle.channel} two`;
        const there = nextOf(battle, { channel });
        expect(await stores.battles.commit(there, moving(2, channel))).toBe('kept');
        expect(await stores.battles.byChannel(battle.channel)).toBeUndefined();
        expect(bare(await stores.battles.byChannel(channel))).toEqual(bare(there));
        expect((await stores.battles.log(there)).map(({ n }) => n)).toEqual([1, 2]);
        expect((await stores.battles.findEntry(there, 'order-1'))?.n).toBe(1);
        expect(await stores.servers.panel(battle.id)).toEqual(panel);
        expect(await stores.notices.note(battle.id, 'a thing', 2)).toBe(false);
        expect((await stores.battles.listBySeat('gm')).map(({ id }) => id)).toContain(battle.id);
        expect((await stores.battles.list(undefined)).map(({ id }) => id)).toContain(battle.id);
        expect(await stores.battles.create(aBattle({ guild: undefined, channel: battle.channel }), anEntry(1))).toBe(
          'kept',
        );
        const read = (await stores.battles.byId(battle.id)) ?? there;
        expect(await stores.battles.commit(nextOf(read), anEntry(3))).toBe('kept');
        expect(await stores.battles.commit(nextOf(read), anEntry(3))).toBe('twice');
      });

      test('a battle whose move is refused stays where it was', async () => {
        const [battle, other] = [await outside(), await outside()];
        const there = nextOf(battle, { channel: other.channel });
        expect(await stores.battles.commit(there, moving(2, other.channel))).toBe('taken');
        expect(await stores.battles.commit({ ...there, version: 7 }, moving(7, other.channel))).toBe('stale');
        expect(bare(await stores.battles.byId(battle.id))).toEqual(bare(battle));
        expect(await stores.battles.log(battle)).toHaveLength(1);
        expect(await stores.battles.log(other)).toHaveLength(1);
      });

      test('one of ten battles moves into a channel at the same time', async () => {
        const battles = await Promise.all(Array.from({ length: 10 }, outside));
        const channel = 'a crowded channel outside';
        const outcomes = await Promise.all(
          battles.map((battle) => stores.battles.commit(nextOf(battle, { channel }), moving(2, channel))),
        );
        expect(outcomes.toSorted()).toEqual(['kept', ...Array.from({ length: 9 }, () => 'taken')]);
      });
    });

    describe('two servers', () => {
      test('two servers may have battles with the same id, channel and order', async () => {
        const parts = { id: 'one id in two servers', channel: 'one channel in two servers' };
        const [red, blue] = [aBattle({ ...parts, guild: 'red' }), aBattle({ ...parts, guild: 'blue', game: 'blue' })];
        for (const battle of [red, blue]) expect(await stores.battles.create(battle, anEntry(1))).toBe('kept');
        const next = nextOf(red, { game: 'red', status: 'ended' });
        expect(await stores.battles.commit(next, anEntry(2))).toBe('kept');
        expect(await stores.battles.log(red)).toHaveLength(2);
        expect(await stores.battles.log(blue)).toHaveLength(1);
        expect(await stores.battles.findEntry(blue, 'order-2')).toBeUndefined();
        expect(bare(await stores.battles.byChannel(parts.channel))).toEqual(blue);
        expect(await stores.battles.commit(nextOf(blue), anEntry(2))).toBe('kept');
        for (const guild of ['red', 'blue']) expect(await stores.battles.list(guild)).toHaveLength(1);
      });

      test('two servers may have characters with the same id and name', async () => {
        const [red, blue] = ['red', 'blue'].map((guild) =>
          aCharacter({ id: 'one id', owner: 'hal', guild, sheet: guild }),
        );
        for (const each of [red, blue]) if (each !== undefined) await stores.characters.save(each);
        expect(await stores.characters.list('hal', 'red')).toEqual([red]);
        expect(await stores.characters.list('hal', 'blue')).toEqual([blue]);
        expect(await stores.characters.listInAllServers('hal')).toHaveLength(2);
      });
    });

    describe('a snapshot of many orders', () => {
      const many = (round: number) =>
        Array.from({ length: 60 }, (_, i) => ({ id: `Zombie ${i}`, hp: 20 + ((round * i) % 7), note: 'x'.repeat(40) }));
      const gameOf = (round: number) => ({
        round,
        fighters: many(round % 5 === 0 ? round : 0),
        ...(round % 3 === 0 && { weather: { wind: round, __proto__: null } }),
        log: Array.from({ length: round }, (_, i) => `line ${i}`),
      });

      test('a snapshot is what was saved last, whether or not it was read before each order', async () => {
        let battle: SavedBattle = await created({ game: gameOf(0) });
        for (let n = 2; n <= 40; n++) {
          // Sometimes the writer continues with its own snapshot.
          const read = n % 4 === 0 ? undefined : await stores.battles.byId(battle.id);
          battle = nextOf(read ?? battle, { game: gameOf(n) });
          expect(await stores.battles.commit(battle, anEntry(n))).toBe('kept');
          expect(JSON.stringify((await stores.battles.byId(battle.id))?.game)).toBe(JSON.stringify(gameOf(n)));
        }
      });

      test('a snapshot is the same object for simultaneous readers', async () => {
        const { id } = await created({ game: gameOf(0) });
        // Clears the cached battle.
        await stores.battles.removeMentions('nobody', [id]);
        const read = await Promise.all(Array.from({ length: 5 }, () => stores.battles.byId(id)));
        expect(new Set(read.map((each) => each?.game)).size).toBe(1);
      });

      test('a snapshot is what a rewrite saved, whatever was read before', async () => {
        const { id } = await created({ game: gameOf(0) });
        const read = await stores.battles.byId(id);
        if (read === undefined) throw new Error('It was created.');
        const once = nextOf(read, { game: gameOf(1) });
        expect(await stores.battles.commit(once, anEntry(2))).toBe('kept');
        const rewriting = { changed: [], entry: undefined, waitChanges: undefined };
        const anew = { ...once, game: gameOf(5) };
        expect(await stores.battles.rewrite(anew, 2, rewriting)).toBe('kept');
        const again = await stores.battles.byId(id);
        expect(again?.game).toEqual(gameOf(5));
        expect(await stores.battles.commit(nextOf(again ?? anew, { game: gameOf(6) }), anEntry(3))).toBe('kept');
        expect((await stores.battles.byId(id))?.game).toEqual(gameOf(6));
      });

      test('a snapshot read before a rewrite does not overwrite it', async () => {
        const { id } = await created({ game: gameOf(0) });
        const read = await stores.battles.byId(id);
        if (read === undefined) throw new Error('It was created.');
        const rewriting = { changed: [], entry: undefined, waitChanges: undefined };
        expect(await stores.battles.rewrite({ ...read, game: gameOf(5) }, 1, rewriting)).toBe('kept');
        expect(await stores.battles.commit(nextOf(read, { game: gameOf(1) }), anEntry(2))).toBe('stale');
        expect((await stores.battles.byId(id))?.game).toEqual(gameOf(5));
      });
    });

    describe('a log', () => {
      test('a log is read from one entry to another, both included', async () => {
        let battle = await created();
        for (let n = 2; n <= 12; n++) {
          battle = nextOf(battle);
          await stores.battles.commit(battle, anEntry(n));
        }
        const numbers = async (from?: number, to?: number) =>
          (await stores.battles.log(battle, from, to)).map(({ n }) => n);
        expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        expect(await numbers(11)).toEqual([11, 12]);
        expect(await numbers(3, 5)).toEqual([3, 4, 5]);
        expect(await numbers(-4, 1)).toEqual([1]);
        expect(await numbers(5, 4)).toEqual([]);
        expect(await numbers(12, Number.POSITIVE_INFINITY)).toEqual([12]);
        expect(await numbers(13, 1e12)).toEqual([]);
      });
    });

    describe('lists of battles', () => {
      test('the battle list of a campaign has only its battles in its server', async () => {
        const guild = 'a server of two campaigns';
        const { table } = await created({ guild, updatedAt: 10 });
        const of = (campaign: string, updatedAt: number, where = guild) =>
          created({ guild: where, updatedAt, table: { ...table, name: '"campaign":"road" \0', campaign } });
        const [a, b] = [await of('road', 20), await of('road', 30)];
        await of('river', 40);
        await of('road', 50, 'another server of campaigns');
        const ended = { ...b, version: 2, status: 'ended' as const };
        expect(await stores.battles.commit(ended, anEntry(2))).toBe('kept');
        expect((await stores.battles.listByCampaign(guild, 'road')).map(({ id }) => id)).toEqual([b.id, a.id]);
        expect((await stores.battles.listByCampaign(guild, 'road', 'unfinished')).map(({ id }) => id)).toEqual([a.id]);
        expect(await stores.battles.listByCampaign(guild, 'path')).toEqual([]);
      });

      test('the battle list has one server’s battles, the last changed first', async () => {
        const guild = 'a server of three';
        const [a, b] = [await created({ guild, updatedAt: 10 }), await created({ guild, updatedAt: 30 })];
        const c = await created({ guild, updatedAt: 20, table: { ...a.table, name: 'Ambush', gm: 'bo' } });
        await created({ guild: 'another server' });
        const list = await stores.battles.list(guild);
        expect(list.map(({ id }) => id)).toEqual([b.id, c.id, a.id]);
        expect(list[1]).toEqual({
          ...{ id: c.id, guild, channel: c.channel, system: 'skirmish', name: 'Ambush' },
          ...{ version: 1, status: 'setup', gm: 'bo', updatedAt: 20 },
        });
        expect(await stores.battles.list(guild, 'all', 2)).toEqual(list.slice(0, 2));
        expect(await stores.battles.list('no server')).toEqual([]);
        const [one] = list;
        const whole = await stores.battles.byId(one?.id ?? '');
        if (whole === undefined) throw new Error('no battle');
        const rest = list.filter(({ id }) => id !== whole.id).map(({ id }) => id);
        expect(await stores.battles.commit(nextOf(whole, { status: 'ended' }), anEntry(2))).toBe('kept');
        expect((await stores.battles.list(guild, 'unfinished')).map(({ id }) => id)).toEqual(rest);
        expect((await stores.battles.list(guild, 'all')).map(({ id }) => id)).toContain(whole.id);
        expect((await stores.battles.listBySeat(whole.table.gm, 'unfinished')).map(({ id }) => id)).not.toContain(
          whole.id,
        );
        expect((await stores.battles.listBySeat(whole.table.gm)).map(({ id }) => id)).toContain(whole.id);
        expect(await stores.battles.listSystems(guild)).toEqual(['skirmish']);
        expect(await stores.battles.listSystems('no server')).toEqual([]);
      });

      test('the battle list without a server has the battles without a server', async () => {
        const battle = await created({ guild: undefined });
        expect((await stores.battles.list(undefined)).map(({ id }) => id)).toContain(battle.id);
        expect((await stores.battles.byId(battle.id))?.guild).toBeUndefined();
      });
    });

    describe('unusual text', () => {
      const odd = [
        'Þórr 🐉 أحمد',
        'nul \0 inside',
        'lone \ud800 half',
        "'; DROP TABLE battles; --",
        '\\u0000',
        '$1 {} "',
      ];
      test.each(odd)('%j is stored in snapshot and log', async (text) => {
        const battle = await created({ table: { ...aBattle().table, name: text }, game: { [text]: text } });
        await stores.battles.commit(nextOf(battle), anEntry(2, { reason: text, user: text, events: [text] }));
        expect(bare(await stores.battles.byId(battle.id))).toEqual(nextOf(battle));
        expect((await stores.battles.findEntry(battle, 'order-2'))?.events).toEqual([text]);
        expect((await stores.battles.list(battle.guild)).find(({ id }) => id === battle.id)?.name).toBe(text);
      });

      test.each(odd)('%j works as an id', async (text) => {
        const parts = { id: `id ${text}`, channel: `channel ${text}`, guild: `guild ${text}` };
        const battle = await created(parts);
        await stores.battles.commit(nextOf(battle), anEntry(2, { orderId: text }));
        expect(await stores.battles.commit(nextOf(nextOf(battle)), anEntry(3, { orderId: text }))).toBe('twice');
        expect((await stores.battles.byChannel(parts.channel))?.version).toBe(2);
        expect(await stores.battles.list(parts.guild)).toHaveLength(1);
        expect((await stores.battles.findEntry(battle, text))?.n).toBe(2);
      });
    });

    describe('a character', () => {
      test('a character is found by its name in any letter case', async () => {
        const character = aCharacter({ owner: 'bo' });
        await stores.characters.save(character);
        expect(await stores.characters.find('bo', character.guild, 'éOWYN')).toEqual(character);
        expect(await stores.characters.find('bo', character.guild, ' éowyn ', 'skirmish')).toEqual(character);
        expect(await stores.characters.find('bo', character.guild, 'Éowyn', 'chess')).toBeUndefined();
        expect(await stores.characters.find('bo', undefined, 'Éowyn')).toBeUndefined();
        expect(await stores.characters.find('ada', character.guild, 'Éowyn')).toBeUndefined();
      });

      test('a character is replaced by one with the same owner, server, system and name', async () => {
        const first = aCharacter({ owner: 'cy', name: 'Grim' });
        const second = aCharacter({ owner: 'cy', name: 'GRIM', sheet: { skill: 9 }, updatedAt: 5 });
        await stores.characters.save(first);
        await stores.characters.save(second);
        expect(await stores.characters.list('cy', first.guild)).toEqual([second]);
        await stores.characters.save(aCharacter({ owner: 'cy', name: 'Grim', guild: undefined }));
        await stores.characters.save(aCharacter({ owner: 'cy', name: 'Grim', system: 'chess', updatedAt: 9 }));
        expect(await stores.characters.list('cy', first.guild)).toHaveLength(2);
        expect((await stores.characters.find('cy', first.guild, 'grim'))?.system).toBe('chess');
      });

      test('a character keeps its id under a new name', async () => {
        const old = aCharacter({ owner: 'di', name: 'Old' });
        await stores.characters.save(old);
        await stores.characters.save({ ...old, name: 'New' });
        expect((await stores.characters.list('di', old.guild)).map(({ name }) => name)).toEqual(['New']);
      });

      test('a character is saved once if twenty with the same name are saved at the same time', async () => {
        await Promise.all(
          Array.from({ length: 20 }, (_, i) => stores.characters.save(aCharacter({ owner: 'ed', sheet: i }))),
        );
        expect(await stores.characters.list('ed', aCharacter().guild)).toHaveLength(1);
      });

      test('a character is listed by name until it is removed', async () => {
        const names = ['zed', 'Ångström', 'Amy', 'bob', 'abel'];
        for (const name of names) await stores.characters.save(aCharacter({ owner: 'flo', name }));
        const list = await stores.characters.list('flo', aCharacter().guild);
        expect(list.map(({ name }) => name)).toEqual(['abel', 'Amy', 'bob', 'zed', 'Ångström']);
        for (const { id } of list) await stores.characters.remove(id);
        await stores.characters.remove('nobody');
        expect(await stores.characters.list('flo', aCharacter().guild)).toEqual([]);
      });

      test.each(['nul \0 inside', 'lone \ud800 half'])(
        'a character with the name %j is found by that name',
        async (name) => {
          const { id } = aCharacter();
          await stores.characters.save(aCharacter({ id, owner: 'fay', name }));
          expect((await stores.characters.find('fay', aCharacter().guild, name))?.id).toBe(id);
        },
      );

      test.each([{ sheet: null }, { sheet: 'text' }, { sheet: [1, { a: [] }] }, { sheet: { 'nul \0': '\0' } }])(
        'a character stores the sheet $sheet',
        async ({ sheet }) => {
          await stores.characters.save(aCharacter({ owner: 'gus', sheet }));
          expect((await stores.characters.find('gus', aCharacter().guild, 'Éowyn'))?.sheet).toEqual(sheet);
        },
      );
    });

    describe('a server', () => {
      test('a server stores its last settings', async () => {
        const settings = {
          guild: '42',
          systems: ['skure', 'segment'],
          rolls: 'blind',
          houseRules: {},
          editions: {},
          readings: [],
        } as const;
        expect(await stores.servers.settings('42')).toBeUndefined();
        await stores.servers.saveSettings(settings);
        expect(await stores.servers.settings('42')).toEqual(settings);
        const chosen = {
          houseRules: { skure: { lethal: true } },
          editions: { skure: 2, dskull: 1 },
          readings: [{ name: 'Grim', system: 'skure', edition: 2, settings: { lethal: true } }],
        };
        const later = { ...settings, ...chosen, systems: [], rolls: 'public' } as const;
        await stores.servers.saveSettings(later);
        expect(await stores.servers.settings('42')).toEqual(later);
        const more = { ...later, desk: 'thread', pictures: 'dark', authors: true } as const;
        await stores.servers.saveSettings(more);
        expect(await stores.servers.settings('42')).toEqual(more);
        expect(await stores.servers.presentation('42')).toMatchObject({ pictures: 'dark', authors: true });
        await stores.servers.saveSettings(later);
        expect(await stores.servers.settings('42')).toEqual(later);
        expect(await stores.servers.settings('43')).toBeUndefined();
      });

      test('a server stores where a panel is', async () => {
        const { id } = await created();
        expect(await stores.servers.panel(id)).toBeUndefined();
        const first = { battle: id, channel: 'c', message: 'm', postedAt: 1 };
        expect(await stores.servers.placePanel(first, 'm2')).toBe(false);
        expect(await stores.servers.placePanel(first, undefined)).toBe(true);
        const moved = { battle: id, channel: 'c', message: 'm2', postedAt: 1_790_000_000_000 };
        expect(await stores.servers.placePanel(moved, undefined)).toBe(false);
        expect(await stores.servers.panel(id)).toEqual(first);
        expect(await stores.servers.placePanel(moved, 'm')).toBe(true);
        expect(await stores.servers.placePanel(first, 'm')).toBe(false);
        expect(await stores.servers.panel(id)).toEqual(moved);
      });
    });
  });
};
