import { expect, test } from 'vitest';
import { must } from './duel.ts';
import { house, opened } from './house.ts';

test('SW-ROUND-8 a bare /end asks whose turn ends, and never ends a player’s for the GM', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'sword-world', name: 'Road' });
  await must(there, 'ada', 'battle join', { preset: 'wolf', name: 'Wolf' });
  await must(there, 'gm', 'npc add', { preset: 'goblin', count: 2 });
  await must(there, 'gm', 'battle start');
  await must(there, 'ada', 'sword-world initiative');
  await must(there, 'gm', 'gm set', { field: 'first', value: 'allies' });
  await must(there, 'gm', 'battle place', { placement: 'all: front', side: 'allies' });
  await must(there, 'gm', 'battle place', { placement: 'all: front', side: 'enemies' });
  const waiting = async () => (await opened(there)).game.expectedActions().map(({ actor }) => actor);
  const refused = async (user: string) => {
    const answer = await there.run(user, 'end');
    return answer.ok ? 'done' : there.sentence(answer.error, 'table');
  };
  expect(await waiting()).toEqual(['Wolf']);
  expect(await refused('gm')).toBe('Whose order is this? Choose one of these with the option as: Wolf.');
  await must(there, 'ada', 'end');
  expect(await waiting()).toEqual(['Goblin 1', 'Goblin 2']);
  expect(await refused('gm')).toBe(
    'Whose order is this? Choose one of these with the option as: Goblin 1 or Goblin 2.',
  );
  await must(there, 'gm', 'end', { as: 'Goblin 2' });
  expect(await waiting()).toEqual(['Goblin 1']);
  expect(await refused('gm')).toBe('done');
  expect(await waiting()).toEqual(['Wolf']);
});
