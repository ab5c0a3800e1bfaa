import { expect, test } from 'vitest';
import { ann, asGm, does, duel, fighting, refusal, startNextRound, unitIn, verb } from './table.ts';

test('SW-RETREAT-2: retreatTiming lets a unit declare a retreat and leave in one turn', () => {
  const game = fighting([...duel, ['Mira', 'allies', 'mira']], { retreatTiming: 'sameTurn' });
  const second = does(game, verb('next')).game;
  const third = does(second, verb('next')).game;
  const declared = does(third, verb('retreat'), ann('Wolf')).game;
  expect(unitIn(declared, 'Wolf').retreat).toBe('ready');
  expect(unitIn(does(declared, verb('move', { to: 'rear' }), ann('Wolf')).game, 'Wolf').area).toBe('alliesRear');
});

test('SW-RETREAT-2 SW-ROUND-8: a declared retreat lapses after the next turn', () => {
  const game = startNextRound(fighting(duel));
  const declared = does(game, verb('retreat'), ann('Wolf')).game;
  expect(refusal(declared, verb('move', { to: 'rear' }), ann('Wolf'))).toBe('E_MOVE_AFTER_MAJOR');
  const passed = does(does(declared, verb('end'), ann('Wolf')).game, verb('end'), asGm('Grim')).game;
  const ready = does(passed, verb('begin'), ann('Wolf')).game;
  expect(unitIn(ready, 'Wolf')).toMatchObject({ retreat: 'ready', effects: [] });
  expect(unitIn(does(ready, verb('end'), ann('Wolf')).game, 'Wolf').retreat).toBe('none');
});
