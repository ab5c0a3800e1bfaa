import { expect, test } from 'vitest';
import type { EntryRequest, LogEntry } from '../../src/battle/saved/log-entry.ts';
import { createLogRange } from '../../src/battle/saved/log-range.ts';
import type { OpenBattle } from '../../src/battle/saved/open-battle.ts';
import { battleStatesByEntry, foldLog, isSameWhenSaved } from '../../src/battle/saved/replay.ts';
import { logView, visibleEntriesIn } from '../../src/battle/views/log-view.ts';
import type { Game } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { house } from '../app/house.ts';
import { begun, randomOrder } from '../app/random-play.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';

const openedAt = async (table: ReturnType<typeof house>): Promise<OpenBattle> => {
  const battle = await table.services.battles.open('table');
  if (!battle.ok) throw new Error(battle.error.code);
  return battle.value;
};

/** A battle in which much was taken back and given again. */
const muchTakenBack = async (system: string, seed: number, orders: number) => {
  const table = house();
  const pick = picker(seed);
  await begun(table, system, pick);
  for (let n = 0; n < orders; n++) {
    const { user, path, input } = await randomOrder(table, pick);
    await table.run(user, path, input);
    if (pick(4) > 0) continue;
    const { version } = (await openedAt(table)).saved;
    await table.run('gm', 'undo', pick(2) === 0 ? {} : { to: Math.max(8, version - pick(12)) });
    if (pick(2) === 0) await table.run('gm', 'redo');
  }
  const battle = await openedAt(table);
  return { battle, log: await table.stores.battles.log(battle.saved) };
};

const isTurn = ({ request: { kind } }: LogEntry): boolean => kind === 'undo' || kind === 'redo';

const systems = rulesets.map(({ id }) => id);

test.each(systems)(
  '%s: the battle after each entry is the fold of the log up to there',
  { timeout: unhurried },
  async (system) => {
    const turns: number[] = [];
    for (const seed of seeds(1)) {
      const { battle, log } = await muchTakenBack(system, seed * 5, 40);
      turns.push(log.filter(isTurn).length);
      const after = battleStatesByEntry(battle, log);
      expect(after.length).toBe(log.length + 1);
      for (const [n, { saved }] of after.entries()) {
        const folded = foldLog(battle.ruleset, log.slice(0, n));
        expect(
          isSameWhenSaved([saved.game, saved.table, saved.pending], [folded.game.save(), folded.table, folded.pending]),
          `${n}`,
        ).toBe(true);
        expect([saved.version, saved.status]).toEqual([n, folded.game.status]);
      }
    }
    expect(Math.max(...turns)).toBeGreaterThan(notHollow(3));
  },
);

test.each(systems)(
  '%s: who was told of an entry is what the whole log says, whoever reads it',
  { timeout: unhurried },
  async (system) => {
    for (const seed of seeds(1)) {
      const { battle, log } = await muchTakenBack(system, seed * 6, 40);
      for (const user of ['gm', 'ada', 'bob', 'eve', undefined]) {
        const told = logView(battle, log, user).filter(({ lines }) => lines.length > 0);
        const known = visibleEntriesIn(battle, createLogRange(battle, log))(user);
        // Each is asked about on its own, the last first: nothing may depend on what was asked about before.
        expect(
          log
            .map(({ n }) => n)
            .toReversed()
            .filter(known)
            .toReversed(),
        ).toEqual(told.map(({ entry }) => entry.n));
        if (user === 'eve') expect(told.length).toBeLessThan(log.length);
      }
    }
  },
);

/** A rulebook whose battles count how many events they are folded with. */
const folding = (ruleset: Ruleset) => {
  let folded = 0;
  const watched = (game: Game): Game => ({
    ...game,
    applyEvents: (events) => {
      folded += events.length;
      return watched(game.applyEvents(events));
    },
  });
  return {
    folded: () => folded,
    ruleset: {
      ...ruleset,
      blank: (settings: unknown) => {
        const blank = ruleset.createGame(settings);
        return blank.ok ? { ...blank, value: watched(blank.value) } : blank;
      },
    },
  };
};

test.each(systems)('%s: no entry is folded again because it is taken back and given again', async (system) => {
  const { battle, log } = await muchTakenBack(system, 7, 20);
  const plain = log.filter((entry) => !isTurn(entry) && entry.request.kind !== 'lift');
  const events = plain.reduce((sum, each) => sum + each.events.length, 0);
  const last = log.at(-1);
  if (last === undefined) throw new Error('No log.');
  const takes = log.filter(({ n, request }) => n > 8 && request.kind === 'order').map(({ n }) => n);
  expect(takes.length).toBeGreaterThan(2);
  const turned = (request: EntryRequest, at: number): LogEntry => ({
    ...{ ...last, request, n: log.length + 1 + at, orderId: `turn ${at}` },
    ...{ events: [], table: [], dice: [] },
  });
  // Half the battle goes and comes fifty times.
  const long = [
    ...log,
    ...Array.from({ length: 100 }, (_, at) =>
      turned(at % 2 === 0 ? { kind: 'undo', takes } : { kind: 'redo', gives: takes }, at),
    ),
  ];
  const foldedIn = (entries: readonly LogEntry[]): number => {
    const counted = folding(battle.ruleset);
    battleStatesByEntry({ ...battle, ruleset: counted.ruleset }, entries);
    return counted.folded();
  };
  // Once: what stays goes on without what was taken.
  expect(foldedIn(long) - foldedIn(log)).toBeLessThanOrEqual(events);
});
