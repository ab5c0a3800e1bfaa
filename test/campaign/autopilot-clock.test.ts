import { afterAll, beforeAll, expect, test } from 'vitest';
import { autopilotReason } from '../../src/battle/views/autopilot.ts';
import { type ClockStage, clockStage, memoryGround } from './clock-stage.ts';

let on: ClockStage;
beforeAll(async () => {
  on = await clockStage(memoryGround);
});
afterAll(() => on.close());

const autopilotEntries = async (channel: string) =>
  (await on.log(channel)).filter(({ reason }) => reason === autopilotReason);

/** A duel of Ada against Bob, whom the GM controls. */
const startDuel = async (channel: string) => {
  await on.duel(channel);
  await on.run('gm', 'gm control', { who: 'Bob' }, channel);
};

test('a combatant on autopilot with a delay acts after it, at night and without a clock too', async () => {
  await startDuel('soon');
  await on.run('gm', 'my settings', { zone: 'UTC', quiet: '11:00-23:00' }, 'soon');
  await on.run('gm', 'gm autopilot', { who: 'Bob', does: 'after', seconds: 30 }, 'soon');
  for (const count of [1, 2]) {
    const before = (await autopilotEntries('soon')).length;
    await on.run('ada', 'end', {}, 'soon');
    await on.pass(29_000);
    expect(await autopilotEntries('soon')).toHaveLength(before);
    await on.pass(2000);
    expect((await autopilotEntries('soon')).length, String(count)).toBeGreaterThan(before);
    expect((await on.log('soon')).at(-1)).toMatchObject({ request: { kind: 'order', actor: 'Bob' } });
  }
});

test('an order or stop from the GM cancels a delayed autopilot action', async () => {
  await startDuel('stopped');
  await on.run('gm', 'gm autopilot', { who: 'Bob', does: 'after', seconds: 30 }, 'stopped');
  await on.run('ada', 'end', {}, 'stopped');
  await on.pass(20_000);
  await on.run('gm', 'gm autopilot', { who: 'Bob', does: 'suggest' }, 'stopped');
  await on.pass(60_000);
  expect(await autopilotEntries('stopped')).toEqual([]);
  await on.run('gm', 'gm autopilot', { who: 'Bob', does: 'after', seconds: 30 }, 'stopped');
  await on.run('gm', 'end', { as: 'Bob' }, 'stopped');
  await on.pass(60_000);
  expect(await autopilotEntries('stopped')).toEqual([]);
});

test('a battle with both sides on autopilot pauses after a whole round until a person gives an order', async () => {
  await startDuel('alone');
  await on.run('gm', 'gm control', { who: 'Ada' }, 'alone');
  await on.run('gm', 'gm autopilot', { who: 'all', does: 'at-once' }, 'alone');
  const first = (await autopilotEntries('alone')).length;
  expect(first).toBeGreaterThan(3);
  const last = (await on.log('alone')).at(-1);
  expect(last?.table.map(({ type }) => type)).toEqual(['automation-paused']);
  await on.pass(60_000);
  expect(await autopilotEntries('alone')).toHaveLength(first);
  await on.run('gm', 'gm skip', {}, 'alone');
  expect((await autopilotEntries('alone')).length).toBeGreaterThan(first);
});
