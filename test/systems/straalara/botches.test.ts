import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { straalara } from '../../../src/systems/straalara/index.ts';
import { facing, gmCalls, ordered, stranger, words } from './table.ts';

test('ST-GM-2: the GM chooses from the table’s own botches', () => {
  const botchTable = 'melee: none slips; weapon-broken snaps | other: none falls';
  const botched = ordered(facing({ botchTable }), 'Ysolde', 'take', {}, [1, 2, 2, 2, 2, 2, 2, 2]);
  const table = botched.game.answerQuery('botches', gmCalls(), {}, gmViewer);
  expect(table.ok && table.value.lines.map(({ text }) => text)).toEqual([
    'Ysolde, melee: slips.',
    'Ysolde, melee: snaps.',
  ]);
  for (const wrong of ['melee', 'melee: slips', 'melee: none slips;'])
    expect(straalara.settings.safeParse({ botchTable: wrong }).success).toBe(false);
});

test('ST-RES-5: a botch is announced, and the GM picks its consequence from a table', () => {
  const game = facing();
  const botched = ordered(game, 'Ysolde', 'take', {}, [1, 2, 2, 2, 2, 2, 2, 2]);
  expect(words(game, botched.events, stranger)).toContain('a botch! The GM says what goes wrong.');
  expect(botched.game.expectedActions()).toContainEqual(expect.objectContaining({ actor: 'gm', kind: 'botch' }));
  const table = botched.game.answerQuery('botches', gmCalls(), {}, gmViewer);
  expect(table.ok && table.value.lines.map(({ text }) => text)).toEqual([
    'Ysolde, melee: the blade snaps.',
    'Ysolde, melee: the grip slips and the attack goes wide.',
    'Ysolde, melee: the swing finds a friend.',
  ]);
  const says = 'the blade snaps';
  const settled = ordered(botched.game, 'gm', 'botch', { target: 'Ysolde', consequence: 'weapon-broken', says });
  expect(words(botched.game, settled.events, stranger)).toContain('Ysolde’s longsword breaks: the blade snaps.');
});
