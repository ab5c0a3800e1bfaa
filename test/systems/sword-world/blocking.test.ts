import { expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { ann, type Cast, duel, fighting, verb } from './table.ts';

test('SW-BLOCK-12: visible units are asked as if no one were hidden; then the hidden unit is asked alone', () => {
  const asked = (cast: Cast, places: string, answers: readonly string[], unseen: readonly string[]) => {
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

test('SW-BLOCK-12: no one is asked about a block that changes nothing, or twice about one movement', () => {
  const moves = (cast: Cast, places: string, to: string, answers: readonly string[]) => {
    const outcome = fighting(cast, { mode: 'standard' }, places).act(
      verb('move', { type: 'full', to }),
      ann('Wolf'),
      answers,
      createScriptedDice([]),
    );
    if (!outcome.ok) throw new Error(outcome.error.code);
    return outcome.value.kind === 'asked' ? outcome.value.question : undefined;
  };
  expect(moves(duel, 'Wolf: 0; Grim: 20', '20', [])?.choices.map(({ id }) => id)).not.toContain('Grim at 20');
  const far = moves([...duel, ['Snag', 'enemies', 'goblin', { speed: 0 }]], 'Wolf: 0; Grim: -20; Snag: 20', '20', []);
  expect(far).toBeUndefined();
  const sections = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }));
  const drake = ['Wolf', 'allies', 'wolf', { sections, speed: 12 }] as const;
  const pcs = ['Bram', 'Sela', 'Mira'].map((id) => [id, 'enemies', 'mira'] as const);
  const first = moves([drake, ...pcs], 'Wolf: 0; Bram: 8; Sela: 8; Mira: 8', '16', []);
  expect(first).toMatchObject({ to: 'Bram' });
  expect(moves([drake, ...pcs], 'Wolf: 0; Bram: 8; Sela: 8; Mira: 8', '16', ['let pass'])).toBeUndefined();
});
