import { expect, test } from 'vitest';
import { does, duel, fighting, gm, hides, refusal, set, verb } from './table.ts';

test('SW-LOOT-1: a hidden unit can search and be searched if it is named', () => {
  const felled = does(fighting(duel), set('hp', 'Grim', '-3')).game;
  const ended = does(felled, set('stage', '', 'aftermath')).game;
  const searched = (params: object): unknown =>
    does(ended, verb('loot', params), hides(gm, 'Wolf')).events.find(({ type }) => type === 'looted');
  expect(refusal(ended, verb('loot'), hides(gm, 'Wolf'))).toBe('E_NOT_NOW');
  expect(searched({ looters: 'Wolf' })).toBeDefined();
});
