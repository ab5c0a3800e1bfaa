import { expect, test } from 'vitest';
import { asGm, does, duel, fighting, verb } from './table.ts';

test('SW-FALL-8: spikes deal their damage afterwards, separately', () => {
  const game = fighting(duel);
  const fell = does(game, verb('fall', { height: 10, spikes: 9 }), asGm('Wolf'), [4, 4]);
  const losses = fell.events.filter(({ type }) => type === 'lost');
  expect(losses).toMatchObject([{ amount: 15 }, { amount: 5 }]);
});

test('SW-FALL-2: an unconscious flyer falls 10 m less, unless the GM rules otherwise', () => {
  for (const unconsciousFlyer of [true, false]) {
    const game = fighting(
      [...duel, ['Drake', 'enemies', 'mire-drake', { sections: [], hp: 90, evasion: { mod: 5, fixed: 12 } }]],
      { unconsciousFlyer },
    );
    const up = does(game, { do: 'correct', field: 'altitude', who: 'Drake', value: '12' }).game;
    const fell = does(up, verb('force', { cause: 'unconscious' }), asGm('Drake'));
    expect(fell.events.find(({ type }) => type === 'fell')).toMatchObject({ distance: unconsciousFlyer ? 2 : 12 });
  }
});
