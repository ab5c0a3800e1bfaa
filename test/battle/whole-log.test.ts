import { expect, test } from 'vitest';
import { battleStatesFrom, createLogRange, foldLog, isSameWhenSaved } from '../../src/battle/saved/replay.ts';
import type { LogEntry, OpenBattle } from '../../src/battle/saved/store.ts';
import { headlinesIn, logView } from '../../src/battle/views/log-view.ts';
import { rulesets } from '../../src/systems/index.ts';
import { house } from '../app/house.ts';
import { begun, giveRandomOrder } from '../app/random-play.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';

const openedAt = async (table: ReturnType<typeof house>): Promise<OpenBattle> => {
  const battle = await table.services.battles.open('table');
  if (!battle.ok) throw new Error(battle.error.code);
  return battle.value;
};

/** A battle with many undone and redone orders. */
const muchTakenBack = async (system: string, seed: number, orders: number) => {
  const table = house();
  const pick = picker(seed);
  await begun(table, system, pick);
  for (let n = 0; n < orders; n++) {
    await giveRandomOrder(table, pick);
    if (pick(6) === 0) await table.run('ada', 'my away', { until: pick(2) === 0 ? 'back' : '3d' });
    if (pick(4) > 0) continue;
    const { version } = (await openedAt(table)).saved;
    await table.run('gm', 'undo', pick(2) === 0 ? {} : { to: Math.max(8, version - pick(12)) });
    if (pick(2) === 0) await table.run('gm', 'gm redo');
  }
  const battle = await openedAt(table);
  return { battle, log: await table.stores.battles.log(battle.saved) };
};

const isTurn = ({ request: { kind } }: LogEntry): boolean => kind === 'undo' || kind === 'redo';

const systems = rulesets.map(({ id }) => id);

test.each(systems)(
  '%s: the state after each entry is the fold of the log up to there',
  { timeout: unhurried },
  async (system) => {
    const turns: number[] = [];
    for (const seed of seeds(1)) {
      const { battle, log } = await muchTakenBack(system, seed * 5, 40);
      turns.push(log.filter(isTurn).length);
      const after = battleStatesFrom(battle, undefined, log);
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
  '%s: the entries a reader may see follow from the whole log',
  { timeout: unhurried },
  async (system) => {
    for (const seed of seeds(1)) {
      const { battle, log } = await muchTakenBack(system, seed * 6, 40);
      for (const user of ['gm', 'ada', 'bob', 'eve', undefined]) {
        const told = logView(battle, log, user).filter(({ lines }) => lines.length > 0);
        const headlineOf = headlinesIn(battle, createLogRange(battle, log))(user);
        // Each entry is queried separately, the last first, so that no query depends on an earlier one.
        expect(
          log
            .map(({ n }) => n)
            .toReversed()
            .map((n) => headlineOf(n))
            .filter((text) => text !== undefined)
            .toReversed(),
        ).toEqual(told.map(({ lines: [first] }) => first?.text));
        if (user === 'eve') expect(told.length).toBeLessThan(log.length);
      }
    }
  },
);
