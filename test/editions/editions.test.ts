import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appEdition } from '../../src/battle/editions/app-edition.ts';
import { exportBattle, upcastExport, verifyBattle } from '../../src/battle/saved/export.ts';
import { foldLog } from '../../src/battle/saved/replay.ts';
import type { SavedBattle } from '../../src/battle/saved/store.ts';
import { upcastEntry } from '../../src/battle/saved/upcast-battle.ts';
import { expectedActionsForViewer } from '../../src/battle/views/expected-actions.ts';
import { type Database, openDatabase } from '../../src/persistence/database.ts';
import { nameLookupShowingAll, questionForReader } from '../../src/rules/for-reader.ts';
import { rulesets } from '../../src/systems/index.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { someOf } from '../budget.ts';
import { editions, plain, rulesetOf, type SavedExport, savedExports } from './saved-exports.ts';

/** A time long after all saved data. */
const now = () => Date.parse('2027-06-01T12:00:00Z');

/** The open question as the GM reads it. */
const asked = ({ pending }: SavedBattle) => pending && questionForReader(pending.question, nameLookupShowingAll);

describe.each(editions)('edition %s', (edition) => {
  const kept = savedExports(edition);

  test('each rulebook has a saved battle with a question, hidden combatants and effects', () => {
    for (const { id } of rulesets) {
      const all = kept.filter(({ battle }) => battle.system === id).map(({ battle }) => battle);
      const events = all.flatMap(({ log }) => log.flatMap((entry) => entry.table.map(({ type }) => type)));
      expect(all.every(({ status }) => status === 'active')).toBe(true);
      expect(all.some(({ end }) => Object.keys(end.table.hidden).length > 0)).toBe(true);
      expect(all.some(({ end }) => rulesetOf({ system: id }).openGame(end.game).effects().length > 0)).toBe(true);
      expect(events).toContain('hidden');
      for (const kind of ['undo', 'redo'])
        expect(all.some(({ log }) => log.some(({ request }) => request.kind === kind))).toBe(true);
    }
    expect(kept.filter(({ battle }) => battle.end.pending !== undefined).length).toBeGreaterThan(1);
  });

  test.each(kept)('$name verifies and can be undone to any entry', ({ battle }) => {
    const ruleset = rulesetOf(battle);
    expect(verifyBattle(ruleset, battle).checks.filter(({ passed }) => !passed)).toEqual([]);
    const entries = Array.from({ length: battle.log.length + 1 }, (_, n) => n);
    for (const n of someOf(entries, 8)) {
      const saved = plain(foldLog(ruleset, battle.log.slice(0, n)).game.save());
      expect(plain(ruleset.openGame(saved).save())).toEqual(saved);
    }
  });

  describe('in a database', () => {
    let database: Database;
    let stores: ReturnType<typeof createDatabaseStores>;
    let house: ReturnType<typeof composeApp>;
    const problems: unknown[] = [];
    beforeAll(async () => {
      database = await openDatabase({ databaseUrl: undefined, dataDir: undefined });
      stores = createDatabaseStores(database);
      house = composeApp({ stores, now, onError: (problem) => problems.push(problem) });
    });
    afterAll(() => database.close());

    let orders = 0;
    const asker = ({ guild, channel }: SavedBattle, user: string) => {
      orders += 1;
      return { user, name: 'Somebody', guild, channel, orderId: `later-${orders}`, manages: false };
    };

    /** Saves an old battle in the database as it was written. */
    const restored = async ({ written }: SavedExport): Promise<SavedBattle> => {
      const { id, system, edition: under, status, seed, log, end } = written;
      const [first, ...others] = log;
      if (first === undefined) throw new Error('No log.');
      const battle: SavedBattle = {
        ...{ id, system, edition: under, status, seed, version: 1, guild: 'guild', channel: id },
        ...{ table: end.table, game: end.game, pending: end.pending },
        ...{ createdAt: first.at, updatedAt: log.at(-1)?.at ?? first.at },
      };
      expect(await stores.battles.create(battle, first)).toBe('kept');
      for (const entry of others)
        expect(await stores.battles.commit({ ...battle, version: entry.n }, entry)).toBe('kept');
      return { ...battle, version: log.length };
    };

    const holds = async (id: string): Promise<void> => {
      const after = await stores.battles.byId(id);
      if (after === undefined) throw new Error(id);
      const ruleset = rulesetOf(after);
      const log = (await stores.battles.log(after)).map((entry) => upcastEntry(ruleset, entry));
      expect(plain(foldLog(ruleset, log).game.save())).toEqual(plain(after.game));
      expect(verifyBattle(ruleset, upcastExport(ruleset, exportBattle(after, log))).passed).toBe(true);
    };

    test.each(kept)('$name opens, is upcast once if older, plays on and can be undone', async (each) => {
      const saved = await restored(each);
      const { battles } = house.services;
      const opened = await battles.openById(saved.id);
      if (!opened.ok) throw new Error(opened.error.code);
      expect(asked(opened.value.saved)).toEqual(asked(saved));
      const isOld = saved.edition.house < appEdition || saved.edition.rules < rulesetOf(saved).editions.present;
      expect(opened.value.saved.version - saved.version).toBe(isOld ? 1 : 0);
      const { pending, table } = opened.value.saved;
      for (const user of [table.gm, ...Object.keys(table.seats), 'stranger'])
        for (const path of [
          ['battle', 'log'],
          ['battle', 'status'],
        ])
          expect((await house.dispatcher.run(path, asker(saved, user), {})).ok).toBe(true);
      const due = expectedActionsForViewer(opened.value, table.gm).find(({ auto }) => auto !== undefined);
      const issuer = (actor: string) => asker(saved, table.control[actor] ?? table.gm);
      const done =
        pending !== undefined
          ? await battles.answer(issuer(pending.question.to), pending.question.auto)
          : await battles.order(asker(saved, table.gm), {
              ...(due?.auto ?? { verb: 'next', params: {} }),
              actor: due?.actor ?? 'gm',
            });
      expect(done.ok || done.error).toBe(true);
      const undone = await house.dispatcher.run(['undo'], asker(saved, table.gm), {});
      expect(undone.ok || undone.error).toBe(true);
      await holds(saved.id);
      expect(problems).toEqual([]);
    });

    test('a user can be erased from all saved battles, which still verify', async () => {
      const [user = ''] = Object.keys(kept[0]?.battle.end.table.seats ?? {});
      const erased = await house.services.privacy.erase({ user, pseudonym: 'gone-0123456789abcdef', orderId: 'erase' });
      expect(erased.battles).toBe(kept.length);
      for (const { battle } of kept) {
        const after = await stores.battles.byId(battle.id);
        if (after === undefined) throw new Error(battle.id);
        expect(JSON.stringify([after.table, await stores.battles.log(after)])).not.toContain(user);
        await holds(battle.id);
      }
    });
  });
});
