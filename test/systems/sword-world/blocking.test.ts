import { expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { ann, duel, fighting, verb } from './table.ts';

test('SW-BLOCK-12: visible units are asked as if no one were hidden; then the hidden unit is asked alone', () => {
  const asked = (
    cast: Parameters<typeof fighting>[0],
    places: string,
    answers: readonly string[],
    unseen: readonly string[],
  ) => {
    const unseenBy = (actor: string) => unseen.filter(() => !unseen.includes(actor));
    const game = fighting(cast, { mode: 'standard' }, places);
    const moves = verb('move', { type: 'full', to: '14' });
    const outcome = game.act(moves, { ...ann('Wolf'), hiddenFrom: unseenBy }, answers, createScriptedDice([]));
    return outcome.ok && outcome.value.kind === 'asked' ? outcome.value.question : undefined;
  };
  const alone = asked(duel, 'Wolf: 0; Grim: 8', [], []);
  expect(alone).toMatchObject({ to: 'Grim' });
  const [wolf, grim] = duel;
  const snag = ['Snag', 'enemies', 'goblin'] as const;
  for (const cast of [
    [wolf, grim, snag],
    [wolf, snag, grim],
  ].map((each) => each.filter((one) => one !== undefined))) {
    expect(asked(cast, 'Wolf: 0; Grim: 8; Snag: 8', [], ['Snag'])).toEqual(alone);
    const then = asked(cast, 'Wolf: 0; Grim: 8; Snag: 8', ['let pass'], ['Snag']);
    expect(then).toMatchObject({ to: 'Snag' });
  }
});
