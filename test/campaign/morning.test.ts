import { expect, test } from 'vitest';
import { encodeControlInput } from '../../src/app/command-kit/command.ts';
import { clockStage, hour, memoryGround } from './clock-stage.ts';

const mornings = (on: Awaited<ReturnType<typeof clockStage>>) =>
  on.heard.splice(0).filter(({ reply }) => reply.cards[0]?.title.endsWith('the last 24 hours'));

test('a morning message has what happened, the board and buttons that work from there', async () => {
  const on = await clockStage(memoryGround);
  await on.duel();
  expect(JSON.stringify(await on.run('bob', 'my settings'))).toContain(
    'Morning message with what happened to you: never',
  );
  for (const user of ['ada', 'bob']) await on.run(user, 'my settings', { morning: '08:00', zone: 'Europe/Berlin' });
  await on.run('bob', 'my settings', { morning: 'none' });
  mornings(on);
  await on.pass(18 * hour);
  expect(mornings(on)).toEqual([]);
  await on.pass(2 * hour);
  const [message, ...more] = mornings(on);
  expect([message?.to, more]).toEqual(['@ada', []]);
  const [first, board] = message?.reply.cards ?? [];
  expect(first?.lines.at(-1)?.text).toBe('Ada to act.');
  expect(board?.picture).toBeDefined();
  const press = message?.reply.controls.flat().find(({ label }) => label === 'End')?.press;
  expect(press).toMatchObject({ path: ['guide'], view: 'desk' });
  if (press === undefined) throw new Error('no button');
  await on.run('ada', 'guide', encodeControlInput(press), 'dm-ada');
  expect((await on.log()).at(-1)).toMatchObject({ user: 'ada', request: { actor: 'Ada' } });
  await on.run('bob', 'attack', { target: 'Ada' });
  await on.pass(24 * hour);
  const [next] = mornings(on);
  const told = next?.reply.cards[0]?.lines.map(({ text }) => text) ?? [];
  expect(told.some((text) => text.includes('Bob strikes Ada'))).toBe(true);
  await on.run('ada', 'end');
  await on.pass(48 * hour);
  await on.pass(24 * hour);
  expect(mornings(on).map(({ to }) => to)).toEqual([]);
});
