import { expect, test } from 'vitest';
import { logAt } from '../battle/log-at.ts';
import { must } from './duel.ts';
import { house } from './house.ts';

test.each([
  { sides: 'one hidden', hidden: 'Bo' },
  { sides: 'none hidden', hidden: undefined },
])('a correction of many sets all of them before the battle goes on: $sides', async ({ hidden }) => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'sword-world' });
  for (const [name, side] of [
    ['Ada', 'allies'],
    ['Grim', 'enemies'],
    ['Bo', 'enemies'],
  ] as const)
    await must(there, 'gm', 'npc add', {
      preset: 'wolf',
      name,
      side,
      ...(name === hidden && { hidden: 'until-revealed' }),
    });
  await must(there, 'gm', 'battle start');
  await must(there, 'gm', 'initiative');
  await must(there, 'gm', 'place', { placement: 'all: front' });
  await must(there, 'gm', 'gm set', { field: 'hp', who: 'all', value: '-3', reason: 'a test' });
  const log = await logAt(there.stores.battles, 'table');
  expect(log.at(-1)?.events.map((event) => Object(event).type)).toEqual(['corrected', 'corrected', 'corrected']);
});
