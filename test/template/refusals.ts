/** Every code with the sentence a player reads. What a player is refused names nobody whom the order did not name. */
export const refusals = {
  'not-active': 'The duel is not running.',
  'not-yours': '{who} is not yours to command.',
  'not-your-turn': 'It is not the turn of {who}.',
  'no-such-foe': 'There is no foe called {target} that stands.',
  'no-such-fighter': 'There is no fighter called {who}.',
  'one-side': 'A duel needs fighters of two sides.',
} as const;
export type Code = keyof typeof refusals;
