import { expect, test } from 'vitest';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { must } from './duel.ts';
import { house } from './house.ts';

test('ST-NOM-4: the player of a dropped sealed nomination is told the reason, and no one else', async () => {
  const { places, heard } = recordingPlaces();
  const there = house({}, undefined, places);
  await must(there, 'gm', 'battle create', { system: 'straalara', name: 'The Ford' });
  for (const [user, side] of [
    ['ada', 'red'],
    ['bob', 'red'],
    ['cleo', 'blue'],
  ] as const)
    await must(there, user, 'battle join', { preset: 'ysolde', name: user.toUpperCase(), side });
  await must(there, 'gm', 'battle start');
  await must(there, 'ada', 'intend', { stance: 'mixed', action: 'brawl', target: 'CLEO' });
  await must(there, 'gm', 'gm set', { field: 'dazed', who: 'ADA', value: 'yes' });
  await must(there, 'gm', 'initiative', { all: true });
  for (const user of ['bob', 'cleo']) await there.run(user, 'declare', { stance: 'mixed', action: 'none' });
  await there.run('bob', 'declare', { stance: 'mixed', action: 'none' });
  const told = heard.filter(({ reply }) => JSON.stringify(reply).includes('sealed nomination is dropped'));
  expect(told.map(({ to, reply }) => [to, reply.cards.map(({ title }) => title)])).toEqual([
    ['@ada', ['The Ford: ADA’s sealed nomination is dropped: ADA is dazed; choose to recover or do nothing.']],
  ]);
});
