import { expect, test } from 'vitest';
import { ann, does, duel, fighting, gmViewer, sheet, types, verb } from './table.ts';

test('SW-XP-1: experience points are shown at the end and added to the sheet', () => {
  const [first, ...others] = duel;
  if (first === undefined) throw new Error('Nobody fights.');
  const [id, side, preset] = first;
  const missed = does(
    fighting([[id, side, preset, { xp: 300 }], ...others]),
    verb('attack', { target: 'Grim' }),
    ann('Wolf'),
    [1, 1],
  );
  expect(types(missed.events)).toContain('experienced');
  const closed = does(missed.game, { do: 'finish', finish: { winner: undefined, reason: 'It is late' } });
  expect(missed.game.narrate(closed.events, gmViewer)[0]?.rows).toMatchObject([
    [{ rule: 'SW-XP-1', says: 'Wolf: 50 XP' }],
  ]);
  const carried = closed.game.carry('Wolf', sheet('wolf', { xp: 300 }));
  expect(carried).toMatchObject({ sheet: { xp: 350 }, changes: ['50 XP, 350 in total'] });
  const shown = closed.game.view(gmViewer).combatants.find((each) => each.id === 'Wolf');
  expect(shown?.sheet).toContain('XP 350, 50 earned in this battle');
});
