import { expect, test } from 'vitest';
import type { SavedBattle } from '../../src/battle/saved/store.ts';
import { type CachedBattle, createBattleCache } from '../../src/persistence/battle-cache.ts';

/** A battle whose game has the given length (characters). */
const battle = (n: number, gameLength: number): CachedBattle => {
  const saved: SavedBattle = {
    id: `battle ${n}`,
    guild: 'guild',
    channel: `channel ${n}`,
    system: 'skure',
    edition: { house: 1, rules: 1, dice: 1 },
    version: 1,
    status: 'active',
    seed: '',
    table: {} as SavedBattle['table'],
    game: {},
    pending: undefined,
    createdAt: 0,
    updatedAt: 0,
  };
  const row = { version: 1, channel: saved.channel, edition: saved.edition, table: saved.table };
  return { saved, row: { ...row, baseGame: {}, gameLength, rewriteCount: 0, mentionedUsers: new Set(), logTail: [] } };
};

test('only some dozens of the last played battles stay cached', () => {
  const known = createBattleCache();
  const all = Array.from({ length: 1000 }, (_, n) => n);
  for (const n of all) known.put(battle(n, 5000));
  const kept = all.filter((n) => known.byId(`battle ${n}`) !== undefined);
  expect(kept).toEqual(all.slice(-50));
  expect(known.byChannel('channel 999')?.saved.id).toBe('battle 999');
  expect(known.byChannel('channel 0')).toBeUndefined();
});

test('a battle of the largest size is cached beside usual ones, but only one of them', () => {
  const known = createBattleCache();
  known.put(battle(1, 660_000));
  for (let n = 2; n < 50; n += 1) known.put(battle(n, 5000));
  expect(known.byId('battle 1')).toBeDefined();
  known.put(battle(50, 660_000));
  expect(known.byId('battle 1')).toBeUndefined();
  expect(known.byId('battle 50')).toBeDefined();
});

test('only the last few ended battles stay cached, until one goes on', () => {
  const known = createBattleCache();
  const over = (n: number): CachedBattle => {
    const { saved, row } = battle(n, 5000);
    return { saved: { ...saved, status: 'ended' }, row };
  };
  for (let n = 0; n < 20; n += 1) known.put(battle(n, 5000));
  for (let n = 0; n < 10; n += 1) known.put(over(n));
  const kept = Array.from({ length: 20 }, (_, n) => n).filter((n) => known.byId(`battle ${n}`) !== undefined);
  expect(kept).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  expect(known.byChannel('channel 9')?.saved.status).toBe('ended');
  known.put(battle(5, 5000));
  for (let n = 20; n < 30; n += 1) known.put(over(n));
  expect(known.byId('battle 5')?.saved.status).toBe('active');
  known.delete('battle 29');
  expect(known.byId('battle 29')).toBeUndefined();
});

test('a battle larger than the whole cache is cached alone', () => {
  const known = createBattleCache();
  for (let n = 1; n < 50; n += 1) known.put(battle(n, 5000));
  known.put(battle(50, 2_000_000));
  expect(known.byId('battle 49')).toBeUndefined();
  expect(known.byId('battle 50')).toBeDefined();
});
