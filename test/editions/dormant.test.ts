import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRecordService } from '../../src/app/log/record-service.ts';
import type { OpenBattle } from '../../src/battle/saved/open-battle.ts';
import { foldLog, isSameWhenSaved } from '../../src/battle/saved/replay.ts';
import { openBattle, upcastingStore } from '../../src/battle/saved/upcast-battle.ts';
import { createArchiver } from '../../src/persistence/archive.ts';
import { rulesets } from '../../src/systems/index.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { replayParts } from '../../src/wiring/replay-assets.ts';
import { someOf } from '../budget.ts';
import { editions, type RestoredEdition, restoredEmbedded, rulesetOf } from './kept.ts';

const at = Date.parse('2027-06-01T12:00:00Z');
const [oldest = '1'] = editions;

describe(`battles of edition ${oldest}`, () => {
  let restored: RestoredEdition;
  let stores: ReturnType<typeof createDatabaseStores>;
  let battles: readonly OpenBattle[];

  beforeAll(async () => {
    restored = await restoredEmbedded(oldest);
    stores = createDatabaseStores(restored.database);
    const ids = await restored.database.prisma.battle.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
    const opened: OpenBattle[] = [];
    for (const { id } of ids) {
      const saved = await stores.battles.byId(id);
      const battle = saved && openBattle(rulesets, saved, at);
      if (battle?.ok) opened.push(battle.value);
    }
    battles = opened;
  });
  afterAll(() => restored.database.close());

  const looking = (every: number) =>
    createRecordService({
      ...{ store: stores.battles, books: rulesets, replay: replayParts, every },
      onError: (error) => {
        throw error;
      },
    });
  const page = { filter: {}, baseInput: {} };

  test('are looked back at from no checkpoint of theirs: another is made in its place', async () => {
    const { prisma } = restored.database;
    const every = 4;
    const some = battles.filter(({ saved }) => saved.status !== 'ended' && saved.version >= 2 * every).slice(0, 4);
    expect(some.length).toBeGreaterThan(1);
    for (const battle of some) {
      const { saved } = battle;
      const edition = { house: saved.edition.house, rules: saved.edition.rules };
      const kept = () => stores.battles.checkpoints(saved, { edition, to: saved.version, most: 1000 });
      const { keep, records } = looking(every);
      const whole = await looking(Number.MAX_SAFE_INTEGER).records('log', battle, page);
      expect(whole.ok).toBe(true);
      await keep(battle);
      const there = await kept();
      expect(there.length).toBeGreaterThan(0);
      expect(await records('log', battle, page)).toEqual(whole);
      await prisma.$executeRaw`
        UPDATE checkpoints SET rules_version = rules_version - 1, state = '{"game":"as it was saved then"}'
        WHERE battle_id = ${saved.id}`;
      expect(await kept()).toEqual([]);
      expect(await records('log', battle, page)).toEqual(whole);
      await keep(battle);
      expect(await kept()).toEqual(there);
    }
  });

  test('that go to the archive are read, lifted and folded as before', async () => {
    const { prisma } = restored.database;
    const all = battles.filter(({ saved }) => saved.status === 'ended');
    expect(all.length).toBeGreaterThan(3);
    const ended = someOf(all, 4);
    const { records } = looking(100);
    const read = async (battle: OpenBattle) => ({
      texts: await stores.battles.logJson(battle.saved),
      page: await records('log', battle, page),
      check: await records('check', battle, {}),
    });
    const before = [];
    for (const battle of ended) before.push(await read(battle));
    const { step } = createArchiver(prisma, { entries: 20, characters: 4_000_000 });
    while ((await step(Number.MAX_SAFE_INTEGER)) !== 'done');
    for (const [n, { saved }] of ended.entries()) {
      expect(await prisma.logEntry.count({ where: { battleId: saved.id } })).toBe(0);
      const again = await stores.battles.byId(saved.id);
      const battle = again && openBattle(rulesets, again, at);
      if (!battle?.ok) throw new Error(`${saved.table.name} does not open.`);
      expect(await read(battle.value)).toEqual(before[n]);
      const entries = await upcastingStore(rulesets, stores.battles).log(battle.value.saved);
      expect(isSameWhenSaved(foldLog(rulesetOf(saved), entries).game.save(), battle.value.game.save())).toBe(true);
    }
  });
});
