import { expect, test } from 'vitest';
import { createRecordService, type RunRecordJob } from '../../src/app/records/record-service.ts';
import { foldLog, isSameWhenSaved } from '../../src/battle/saved/replay.ts';
import type { OpenBattle, StoredState } from '../../src/battle/saved/store.ts';
import { rulesets } from '../../src/systems/index.ts';
import { replayParts } from '../../src/wiring/replay-assets.ts';
import { notHollow, seeds, someOf, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { type House, house, opened } from './house.ts';
import { begun, somethingHappens } from './random-play.ts';

const onError = (error: unknown): void => {
  throw error;
};

/** Two record services, one that reads checkpoints and one that reads the whole log. */
const bothServices = (table: House, every: number) => {
  const parts = { replay: replayParts, onError };
  const store = table.stores.battles;
  const without = { ...store, findState: async () => undefined };
  return {
    near: createRecordService({ ...parts, store, every }),
    whole: createRecordService({ ...parts, store: without, every: Number.MAX_SAFE_INTEGER }).records,
  };
};

const users = ['gm', 'ada', 'bob', 'eve', undefined] as const;

/** A random battle with many undos, redos, secret rolls and reveals, with and without checkpoints. */
const playRandomly = async (system: string, seed: number, orders: number) => {
  const table = house();
  const pick = picker(seed);
  const every = 3 + pick(9);
  const looking = bothServices(table, every);
  await begun(table, system, pick);
  for (let n = 0; n < orders; n++) {
    await somethingHappens(table, pick, 2 * every + 6);
    if (pick(3) === 0) await looking.near.keep(await opened(table));
  }
  return { table, pick, every, ...looking };
};

/** The checkpoints of a battle, newest first. */
const statesOf = async (table: House, { saved }: OpenBattle): Promise<readonly StoredState[]> => {
  const states: StoredState[] = [];
  for (let before = saved.version + 1; ; before = states.at(-1)?.n ?? 0) {
    const found = await table.stores.battles.findState(saved, before);
    if (found === undefined) return states;
    states.push(found);
  }
};

const systems = rulesets.map(({ id }) => id);

test.each(systems)(
  '%s: each stored checkpoint equals the fold of the log up to it',
  { timeout: unhurried },
  async (system) => {
    let checked = 0;
    for (const seed of seeds(1)) {
      const { table, near } = await playRandomly(system, 3 * seed, 30);
      const battle = await opened(table);
      await near.keep(battle);
      const log = await table.stores.battles.log(battle.saved);
      for (const { n, state } of await statesOf(table, battle)) {
        const folded = foldLog(battle.ruleset, log.slice(0, n));
        const stored = JSON.parse(state);
        expect(
          isSameWhenSaved(
            [stored.table, stored.game, stored.pending],
            [folded.table, folded.game.save(), folded.pending],
          ),
          `${n}`,
        ).toBe(true);
        expect(stored.opened).toEqual(battle.saved.table.opened.filter((each) => each <= n));
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(notHollow(5));
  },
);

test.each(someOf(systems, 1))(
  '%s: each record made from checkpoints equals the one made from the whole log',
  {
    timeout: unhurried,
  },
  async (system) => {
    for (const seed of seeds(1)) {
      const { table, near, whole, pick } = await playRandomly(system, 5 * seed, 60);
      for (const over of [false, true]) {
        if (over) await table.run('gm', 'battle end');
        const battle = await opened(table);
        const { version } = battle.saved;
        const log = await table.stores.battles.log(battle.saved);
        const same: RunRecordJob = async (name, of, takes) => {
          const made = await near.records(name, of, takes);
          expect(made, `${name} ${JSON.stringify(takes)} of ${version}`).toEqual(await whole(name, of, takes));
          return made;
        };
        for (const reader of users) {
          const baseInput = {};
          for (let page = 1; page <= Math.ceil(version / 10) + 1; page += 3)
            await same('log', battle, { reader, filter: {}, page, baseInput });
          for (let entry = 1 + pick(4); entry <= version + 1; entry += 5 + pick(20))
            await same('log', battle, { reader, filter: {}, entry, baseInput });
          for (const filter of [{ person: 'ada' }, { kind: 'rolls' as const }, { person: 'nobody' }])
            await same('log', battle, { reader, filter, page: Number.MAX_SAFE_INTEGER, baseInput });
        }
        for (const user of ['gm', 'ada', 'bob', 'eve']) {
          for (const most of [1, 25]) await same('takeable', battle, { user, most });
          await same('undo', battle, { kind: 'agree', user });
          await same('undo', battle, { kind: 'redo', user });
          await same('undo', battle, { kind: 'undo', user });
          for (let to = 2 + pick(5); to <= version; to += 8 + pick(20))
            await same('undo', battle, { kind: 'undo', user, to });
          await same('hidden roll', battle, { user });
          for (let number = 1; number <= version; number += 8 + pick(20))
            await same('hidden roll', battle, { user, number });
          for (let at = 1; at <= version; at += 5 + pick(12))
            await same('since', battle, { user, orderId: 'none', version: at });
        }
        for (let at = 0; at < log.length; at += 5 + pick(12))
          await same('replayOrder', battle, { orderId: log[at]?.orderId ?? '' });
        await same('turn', battle, {});
        for (let from = 1 + pick(5); from <= version + 1; from += 3 + pick(9)) {
          await same('turn', battle, { from });
          await same('turn', battle, { from, to: Math.min(version, from + pick(8)) });
        }
        await same('desk', battle, { user: 'gm' });
      }
    }
  },
);
