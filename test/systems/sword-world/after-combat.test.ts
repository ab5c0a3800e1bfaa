import { expect, test } from 'vitest';
import { ann, asGm, does, duel, fighting, gm, gmViewer, hides, refusal, set, texts, unitIn, verb } from './table.ts';

test('SW-LOOT-1: a hidden unit can search and be searched if it is named', () => {
  const felled = does(fighting(duel), set('hp', 'Grim', '-3')).game;
  const ended = does(felled, set('stage', '', 'aftermath')).game;
  const searched = (params: object): unknown =>
    does(ended, verb('loot', params), hides(gm, 'Wolf')).events.find(({ type }) => type === 'looted');
  expect(refusal(ended, verb('loot'), hides(gm, 'Wolf'))).toBe('E_NOT_NOW');
  expect(searched({ looters: 'Wolf' })).toBeDefined();
});

test('SW-HERB-1 SW-LOOT-2: herbs are used up, and their minutes add up with those of the search', () => {
  const felled = does(fighting([...duel, ['Mira', 'allies', 'mira']]), set('hp', 'Grim', '-3')).game;
  const won = does(felled, set('stage', '', 'aftermath')).game;
  const searched = does(won, verb('loot', { looters: 'Wolf' }), ann('Wolf')).game;
  expect(refusal(searched, verb('herb', { herb: 'lifegrass' }), ann('Mira'))).toBe('E_NO_POTION');
  const once = does(searched, verb('herb', { herb: 'lifegrass', target: 'Mira' }), ann('Wolf'), [3, 3]).game;
  expect(unitIn(once, 'Wolf')).toMatchObject({ potionsUsed: { Lifegrass: 1 }, minutes: 20 });
  const three = [1, 2].reduce(
    (game) => does(game, verb('herb', { herb: 'lifegrass' }), ann('Wolf'), [3, 3]).game,
    once,
  );
  expect(refusal(three, verb('herb', { herb: 'lifegrass' }), ann('Wolf'))).toBe('E_NO_POTION');
  const given = does(three, verb('herb', { herb: 'lifegrass' }), asGm('Mira'), [3, 3]).game;
  expect(refusal(given, verb('potion', { own: 'Lifegrass' }), ann('Wolf'))).toBe('E_NO_POTION');
  const closed = does(given, verb('close'));
  expect(texts(given.narrate(closed.events, gmViewer))).toContain(
    'The battle is over. Searching and herbs took 40 minutes.',
  );
});
