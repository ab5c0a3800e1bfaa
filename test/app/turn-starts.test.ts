import { expect, test } from 'vitest';
import { createRecordService } from '../../src/app/records/record-service.ts';
import type { CheckedEntryRange } from '../../src/battle/views/log-view.ts';
import { rulesets } from '../../src/systems/index.ts';
import { replayParts } from '../../src/wiring/replay-assets.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { type House, house, opened } from './house.ts';
import { begun, somethingHappens } from './random-play.ts';

const onError = (error: unknown): void => {
  throw error;
};

/** A record service that notes from which entry each log read starts. `rewriteCount` counts erasures. */
const noteLogReads = (table: House, rewriteCount = (): number => 0) => {
  const read: number[] = [];
  const { battles } = table.stores;
  const store: typeof battles = {
    ...battles,
    rewriteCount,
    logJson: (battle, from = 1, to) => {
      read.push(from);
      return battles.logJson(battle, from, to);
    },
  };
  const parts = { replay: replayParts, onError, store, every: Number.MAX_SAFE_INTEGER };
  return { read, ...createRecordService(parts) };
};

test.each(rulesets.map(({ id }) => id))(
  '%s: the story of a turn is the same from memory as from the whole log',
  { timeout: unhurried },
  async (system) => {
    let [told, quick] = [0, 0];
    for (const seed of seeds(2)) {
      const table = house();
      const pick = picker(7 * seed + 1);
      await begun(table, system, pick);
      const remembering = noteLogReads(table);
      let from: number | undefined;
      const closed: CheckedEntryRange[] = [];
      for (let n = 0; n < 40; n++) {
        await somethingHappens(table, pick, 12);
        const battle = await opened(table);
        if (battle.saved.status === 'ended') break;
        const takes = { from, closed: [...closed] };
        remembering.read.splice(0);
        const found = await remembering.records('turn', battle, takes);
        expect(found, `${JSON.stringify(takes)} of ${battle.saved.version}`).toEqual(
          await noteLogReads(table).records('turn', battle, takes),
        );
        if (!found.ok) throw new Error(found.error.code);
        const first = from ?? found.value.told[0]?.n ?? 1;
        told += 1;
        if (!remembering.read.includes(1)) quick += 1;
        for (const [at, each] of closed.entries()) closed[at] = { ...each, taken: found.value.taken[at] ?? each.taken };
        const passed = found.value.told.findLast(({ endsTurn }) => endsTurn);
        from = passed === undefined ? first : passed.n + 1;
        if (passed === undefined) continue;
        const over = found.value.told.filter((each) => each.n <= passed.n);
        closed.push({ from: first, to: passed.n, taken: over.filter(({ isUndone }) => isUndone).length });
        if (closed.length > 4) closed.shift();
      }
    }
    expect(told).toBeGreaterThan(notHollow(30));
    // Many undos reach back behind the remembered start.
    expect(quick).toBeGreaterThan(told / 4);
  },
);

test('after a player is erased, no remembered turn start is used', async () => {
  const table = house();
  await begun(table, 'skure', picker(3));
  let times = 0;
  const { read, records } = noteLogReads(table, () => times);
  const from = (await opened(table)).saved.version + 1;
  const readFrom = async (): Promise<readonly number[]> => {
    read.splice(0);
    expect((await records('turn', await opened(table), { from })).ok).toBe(true);
    return [...read];
  };
  expect(await readFrom()).toEqual([1]);
  await table.run('gm', 'roll', { dice: 'd6' });
  expect(await readFrom()).toEqual([from]);
  times = 1;
  expect(await readFrom()).toEqual([1]);
});

test.each(rulesets.map(({ id }) => id))(
  '%s: a page shows the same of a log that was continued as of a log replayed anew',
  { timeout: unhurried },
  async (system) => {
    let [views, anew] = [0, 0];
    for (const seed of seeds(2)) {
      const table = house();
      const pick = picker(11 * seed + 5);
      await begun(table, system, pick);
      const remembering = noteLogReads(table);
      for (let n = 0; n < 40; n++) {
        await somethingHappens(table, pick, 12);
        const battle = await opened(table);
        if (battle.saved.status === 'ended') break;
        const { gm } = battle.saved.table;
        remembering.read.splice(0);
        for (const reader of [gm, 'stranger']) {
          const takes = { reader, most: 12 };
          expect(await remembering.records('recent', battle, takes), `${reader} at ${battle.saved.version}`).toEqual(
            await noteLogReads(table).records('recent', battle, takes),
          );
        }
        expect(await remembering.records('desk', battle, { user: gm })).toEqual(
          await noteLogReads(table).records('desk', battle, { user: gm }),
        );
        views += 1;
        if (remembering.read.includes(1)) anew += 1;
      }
    }
    expect(views).toBeGreaterThan(notHollow(30));
    // Only undos, revealed rolls and long logs need a new replay.
    expect(anew).toBeLessThan(views / 2);
  },
);
