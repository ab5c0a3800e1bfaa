import { beforeEach, expect, test } from 'vitest';
import type { battleCard } from '../../src/app/replies/battle-panel.ts';
import { type ClockStage, clockStage, hour, memoryGround } from './clock-stage.ts';

let on: ClockStage;
beforeEach(async () => {
  on = await clockStage(memoryGround);
  await on.duel();
});

const fieldIn = (cards: readonly ReturnType<typeof battleCard>[] = []) =>
  cards.flatMap(({ fields }) => fields).find(({ name }) => name === 'Time runs out');
const afterwards = 'then standing orders apply, otherwise the rulebook’s default';
const panel = async () => {
  const battle = await on.stores.battles.byChannel('table');
  return fieldIn((await on.house().panelSource(battle?.id ?? ''))?.turn.reply.cards);
};
const status = async (user: string) => fieldIn((await on.run(user, 'battle status')).cards);

test('without a clock the panel shows no deadline', async () => {
  expect(await panel()).toBeUndefined();
});

test('the panel and a player’s own view show the deadline', async () => {
  await on.run('gm', 'battle clock', { do: 'set', time: '24h' });
  const ends = on.clock.now() + 24 * hour;
  expect(await panel()).toMatchObject({
    text: `in 1 day\n${afterwards}`,
    deadlines: [
      { says: '', at: { moment: ends } },
      { says: afterwards, at: undefined },
    ],
  });
  on.clock.turn(90 * 60_000);
  expect((await panel())?.text).toBe(`in 22 hours 30 minutes\n${afterwards}`);
  expect(await status('bob')).toEqual(await panel());
  expect(fieldIn((await on.run('gm', 'gm panel')).cards)).toEqual(await panel());
  expect(fieldIn((await on.run('ada', 'my view')).cards)).toEqual(await panel());
});

test('setting quiet hours moves the deadline and refreshes the panel', async () => {
  await on.run('gm', 'battle clock', { do: 'set', time: '12h' });
  on.refreshed.splice(0);
  await on.run('ada', 'my settings', { quiet: '20:00-06:00' });
  await on.passed(0);
  expect(on.refreshed).toHaveLength(1);
  // From noon eight hours on Friday and four on Saturday.
  expect((await panel())?.text).toBe(`in 22 hours\n${afterwards}`);
});

test('the panel shows a paused clock and time that is up', async () => {
  await on.run('gm', 'battle clock', { do: 'set', time: '2h', end: 'ask', reminders: 'none' });
  await on.run('gm', 'battle clock', { do: 'pause' });
  expect(await panel()).toMatchObject({ text: 'The clock is paused', deadlines: [{ at: undefined }] });
  await on.run('gm', 'battle clock', { do: 'resume' });
  await on.pass(3 * hour);
  expect((await panel())?.text).toBe('Ada: time is up, the GM decides');
  await on.run('gm', 'battle end');
  expect(await panel()).toBeUndefined();
});

test('the deadline of a hidden combatant is shown to the GM only', async () => {
  await on.run('gm', 'battle clock', { do: 'set', time: '2h' });
  await on.run('gm', 'gm hide', { who: 'Ada' });
  expect(await panel()).toBeUndefined();
  expect(await status('bob')).toBeUndefined();
  expect((await status('gm'))?.text).toBe(`in 2 hours\n${afterwards}`);
});
