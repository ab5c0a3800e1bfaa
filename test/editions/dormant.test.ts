import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRecordService } from '../../src/app/log/record-service.ts';
import type { OpenBattle } from '../../src/battle/saved/open-battle.ts';
import { openBattle } from '../../src/battle/saved/upcast-battle.ts';
import { rulesets } from '../../src/systems/index.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { replayParts } from '../../src/wiring/replay-assets.ts';
import { editions, type RestoredEdition, restoredEmbedded } from './kept.ts';

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
      ...{ store: stores.battles, replay: replayParts, every },
      onError: (error) => {
        throw error;
      },
    });
  const page = { filter: {}, baseInput: {} };

  test('are looked back at from no stored state of theirs: another is made in its place', async () => {
    const { prisma } = restored.database;
    const every = 4;
    const some = battles.filter(({ saved }) => saved.status !== 'ended' && saved.version >= 2 * every).slice(0, 4);
    expect(some.length).toBeGreaterThan(1);
    for (const battle of some) {
      const { saved } = battle;
      const newest = () => stores.battles.findState(saved, saved.version + 1);
      const { keep, records } = looking(every);
      const whole = await looking(Number.MAX_SAFE_INTEGER).records('log', battle, page);
      expect(whole.ok).toBe(true);
      await keep(battle);
      const there = await newest();
      expect(there).toBeDefined();
      expect(await records('log', battle, page)).toEqual(whole);
      await prisma.$executeRaw`
        UPDATE stored_states SET rules_version = rules_version - 1, state = '{"game":"as it was saved then"}'
        WHERE battle_id = ${saved.id}`;
      expect(await newest()).toBeUndefined();
      expect(await records('log', battle, page)).toEqual(whole);
      await keep(battle);
      expect(await newest()).toEqual(there);
    }
  });
});
