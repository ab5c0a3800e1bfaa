import { expect, test } from 'vitest';
import { ann, does, fighting, gmViewer, rows, struck, texts, verb } from './table.ts';

test('the sum of an attack can be checked by hand', () => {
  const { game, events } = struck();
  const lines = game.narrate(events, gmViewer);
  expect(texts(lines)).toContain('Wolf hits Grim with the bastard sword: 16 damage.');
  expect(texts(lines)).toContain('Grim: 16 → 0 HP, unconscious.');
  expect(rows(lines)).toEqual(
    expect.arrayContaining([
      'Accuracy 2d 4+2 · +3 Fighter · +2 dex · = 11',
      'Evasion 10 (fixed)',
      'power 17, C 10: 5+5 → 7, critical 4+3 → 5 · = 12 · +5 extra · = 17 calculated damage',
      '−1 Defense · = 16 applied damage',
    ]),
  );
});

test('SW-CRIT-4 SW-ACC-6: the sum lists each change of the Critical Value by name', () => {
  const effect = {
    name: 'Keen Edge',
    who: 'Mira',
    modifiers: { cMod: -1 },
    remaining: 1,
    ticks: { at: 'end' as const },
  };
  const fight = fighting([
    ['Mira', 'allies', 'mira'],
    ['Grim', 'enemies', 'goblin'],
  ]);
  const keen = does(fight, { do: 'hang', who: 'Mira', name: 'Keen Edge', effect }).game;
  const blow = (game: typeof fight) => {
    const { events } = does(game, verb('attack', { target: 'Grim' }), ann('Mira'), [5, 5, 4, 3]);
    return rows(game.narrate(events, gmViewer)).find((row) => row.includes('power'));
  };
  expect(blow(fight)).toContain('C 10 rapier, −1 Fencer = 9 · power 14, C 9: 4+3');
  expect(blow(keen)).toContain('C 10 rapier, −1 Fencer, −1 Keen Edge = 8 · power 14, C 8: 4+3');
});
