import { expect, test } from 'vitest';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { codeOf, done, duel, swordsman } from './stage.ts';

const idOf = async (set: Awaited<ReturnType<typeof duel>>, channel = 'table') =>
  (await set.store.byChannel(channel))?.id ?? '';

test('a battle moves with its log and accepts orders in the new channel', async () => {
  const set = await duel();
  const id = await idOf(set);
  const { entry } = await done(set.battles.moveToChannel(set.gm(), id, 'cellar'));
  expect(entry.table).toEqual([{ type: 'moved', from: 'table', to: 'cellar' }]);
  expect(await set.store.byChannel('table')).toBeUndefined();
  const moved = await set.store.byChannel('cellar');
  const ruleset = set.battles.rulesets.find((each) => each.id === moved?.system);
  expect(moved?.id).toBe(id);
  if (ruleset !== undefined && moved !== undefined)
    expect(foldLog(ruleset, await set.store.log(moved)).table).toEqual(moved.table);
  expect(await codeOf(set.battles.order(set.ada(), { verb: 'end', params: {} }))).toBe('no-battle-here');
  const there = { ...set.ada(), channel: 'cellar' };
  expect(await codeOf(set.battles.order(there, { verb: 'end', params: {} }))).toBe('done');
});

test('only the GM moves a battle, once per order, and not into the same channel', async () => {
  const set = await duel();
  const id = await idOf(set);
  expect(await codeOf(set.battles.moveToChannel(set.ada(), id, 'cellar'))).toBe('gm-only');
  expect(await codeOf(set.battles.moveToChannel(set.gm(), id, 'table'))).toBe('already-there');
  const first = await done(set.battles.moveToChannel(set.gm('twice'), id, 'cellar'));
  const second = await done(set.battles.moveToChannel(set.gm('twice'), id, 'cellar'));
  expect(second.entry).toEqual(first.entry);
  await done(set.battles.finish({ ...set.gm(), channel: 'cellar' }, undefined, 'over'));
  expect(await codeOf(set.battles.moveToChannel(set.gm(), id, 'attic'))).toBe('already-ended');
  expect(await codeOf(set.battles.moveToChannel(set.gm(), 'no such battle', 'attic'))).toBe('no-battle-here');
});

test('neither a move nor an undo brings a battle into a channel with an unfinished battle', async () => {
  const set = await duel();
  const first = await idOf(set);
  const draft = { system: 'skure', name: 'Second' };
  await done(set.battles.create({ ...set.gm(), channel: 'cellar' }, draft));
  expect(await codeOf(set.battles.moveToChannel(set.gm(), first, 'cellar'))).toBe('battle-exists');
  const { entry } = await done(set.battles.finish(set.gm(), undefined, 'over'));
  const second = await idOf(set, 'cellar');
  await done(set.battles.moveToChannel({ ...set.gm(), channel: 'cellar' }, second, 'table'));
  expect((await set.store.byChannel('table'))?.id).toBe(second);
  expect((await set.store.byId(first))?.version).toBe(entry.n);
});

test('the end of a battle is not undone if another has begun in the channel', async () => {
  const set = await duel();
  const first = await set.store.byChannel('table');
  const ended = await done(set.battles.finish(set.gm(), undefined, 'over'));
  // The undo was decided before the other battle existed.
  await done(set.battles.create(set.gm(), { system: 'skure', name: 'Second' }));
  const undone = { ...ended.after.saved, version: ended.entry.n + 1, status: 'active' as const, game: first?.game };
  const entry = {
    ...ended.entry,
    n: ended.entry.n + 1,
    orderId: 'late',
    request: { kind: 'undo' as const, takes: [ended.entry.n] },
  };
  expect(await set.store.commit(undone, entry)).toBe('taken');
});

test('undo leaves a moved battle in its new channel', async () => {
  const set = await duel();
  const id = await idOf(set);
  await done(set.battles.moveToChannel(set.gm(), id, 'cellar'));
  const gm = () => ({ ...set.gm(), channel: 'cellar' });
  await done(set.battles.undo(gm(), undefined));
  const saved = await set.store.byChannel('cellar');
  expect(saved).toMatchObject({ id, status: 'setup' });
});

test('an entrant is linked to its character until the join is undone', async () => {
  const set = await duel();
  const character = { id: 'c1', savedAt: 77 };
  const report = await done(
    set.battles.addEntrants(set.gm(), [{ id: 'Cid', side: 'red', sheet: swordsman, character }]),
  );
  expect(report.after.saved.table.characters).toEqual({ Cid: character });
  const undone = await done(set.battles.undo(set.gm(), undefined));
  expect(undone.after.saved.table.characters).toEqual({});
});

test('a battle takes GM, seats and campaign from its draft', async () => {
  const set = await duel();
  const seats = [
    { user: 'ada', name: 'Ada', role: 'player' as const },
    { user: 'bob', name: 'Bob', role: 'co-gm' as const },
  ];
  const draft = {
    system: 'skure',
    name: 'Ford',
    gm: { user: 'gm', name: 'Mo' },
    seats,
    campaign: { id: 'c', name: 'Road' },
  };
  const { after } = await done(set.battles.create({ ...set.bob(), channel: 'ford' }, draft));
  expect(after.saved.table).toMatchObject({
    gm: 'gm',
    gmName: 'Mo',
    campaign: 'c',
    seats: { ada: { name: 'Ada', role: 'player' }, bob: { name: 'Bob', role: 'co-gm' } },
  });
  expect((await set.battles.list('guild')).find(({ channel }) => channel === 'ford')?.campaign).toBe('c');
});
