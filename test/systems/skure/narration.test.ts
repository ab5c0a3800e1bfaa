import { expect, test } from 'vitest';
import { ann, as, battle, bob, told, verb } from './stage.ts';

test.each([
  { says: 'a move', doing: verb('move', { path: 'S' }), want: ['Ann moves F7 → F8.'] },
  {
    says: 'a take-off',
    doing: verb('fly', { altitude: 'mid', path: 'S' }),
    game: battle([ann({ move: '4A Flying' }), bob()]),
    want: ['Ann takes off to mid height.', 'Ann moves F7 → F8.'],
  },
  {
    says: 'a landing',
    doing: verb('fly', { altitude: 'ground' }),
    game: battle([ann({ move: '4A Flying', altitude: 'low' }), bob()]),
    want: ['Ann lands.'],
  },
  {
    says: 'a rise in the air',
    doing: verb('fly', { altitude: 'high' }),
    game: battle([ann({ move: '4A Flying', altitude: 'mid' }), bob()]),
    want: ['Ann rises to high height.'],
  },
  {
    says: 'a descent in the air',
    doing: verb('fly', { altitude: 'low' }),
    game: battle([ann({ move: '4A Flying', altitude: 'mid' }), bob()]),
    want: ['Ann comes down to low height.'],
  },
  { says: 'a turn', doing: verb('turn', { facing: 'E' }), want: ['Ann turns to face E.'] },
  { says: 'an aim', doing: verb('aim', { target: 'Bob' }), want: ['Ann aims at Bob (1 turn).'] },
  { says: 'a defense', doing: verb('defend'), want: ['Ann defends.'] },
  { says: 'the end of a turn', doing: verb('end'), want: ['Ann ends the turn and defends.'] },
  { says: 'a counter position', doing: verb('counter'), want: ['Ann takes a counter position.'] },
  { says: 'speech', doing: verb('say', { text: 'Have at you!' }), want: ['Ann: “Have at you!”'] },
  {
    says: 'a miss',
    doing: verb('attack', { target: 'Bob' }),
    dice: [5],
    want: ['Ann strikes Bob: Miss or Block, 0 damage.'],
  },
])('SK-GEN-1: the log has a sentence for $says', ({ doing, game = battle(), dice = [], want }) => {
  expect(told(game, as('Ann'), doing, dice)).toEqual(want);
});
