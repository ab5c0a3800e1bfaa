import { expect, test } from 'vitest';
import { ann, asGm, does, duel, fighting, startNextRound, stateOf, stranger, texts, unitIn, verb } from './table.ts';

test('SW-END-1: a side that surrenders loses; a side that left loses only if no one pursues', () => {
  const game = fighting(duel);
  expect(stateOf(does(game, verb('surrender'), asGm('Grim')).game)).toMatchObject({
    stage: 'aftermath',
    outcome: { winner: 'allies' },
  });
  expect(stateOf(does(game, verb('leave'), asGm('Grim')).game).stage).toBe('aftermath');
  expect(stateOf(does(game, verb('leave', { pursued: true }), asGm('Grim')).game).stage).toBe('combat');
});

test('SW-END-2: effects end with combat unless they last an hour or longer', () => {
  const spells = [
    { id: 'Ward', cls: 'Sorcerer', range: 'self', durationRounds: 18, effect: { evasion: 1 }, castAs: 'minor' },
    { id: 'Oath', cls: 'Sorcerer', range: 'self', durationRounds: '1h', effect: { evasion: 1 }, castAs: 'minor' },
  ];
  const game = fighting([
    ['Ilse', 'allies', 'ilse', { spells }],
    ['Grim', 'enemies', 'goblin'],
  ]);
  const open = startNextRound(game);
  const warded = does(open, verb('cast', { spell: 'Ward' }), ann('Ilse')).game;
  const sworn = does(warded, verb('cast', { spell: 'Oath' }), ann('Ilse')).game;
  expect(unitIn(sworn, 'Ilse').effects.map(({ id }) => id)).toEqual(['Ward', 'Oath']);
  const over = does(sworn, verb('surrender'), asGm('Grim')).game;
  expect(unitIn(over, 'Ilse').effects.map(({ id }) => id)).toEqual(['Oath']);
});

test('SW-FLOW-1: the end of combat shows each player what is left to do', () => {
  const game = fighting(duel);
  const ended = does(
    game,
    verb('attack', { target: 'Grim', stance: '1H' }),
    ann('Wolf'),
    [6, 6, 6, 6, 6, 6, 6, 6, 2, 3],
  );
  const lines = texts(game.narrate(ended.events, stranger()));
  expect(lines.filter((each) => each.startsWith('Combat is over'))).toHaveLength(1);
  expect(lines.at(-1)).toBe(
    'Before the GM closes the battle, the allies may search the defeated with /sword-world loot, and use herbs and potions with /sword-world herb and /sword-world potion.',
  );
});
