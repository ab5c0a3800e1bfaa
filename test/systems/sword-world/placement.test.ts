import { expect, test } from 'vitest';
import {
  ann,
  asGm,
  blank,
  does,
  duel,
  fighting,
  gathered,
  gm,
  gmView,
  hides,
  refusal,
  stateOf,
  unitIn,
  verb,
} from './table.ts';

test('SW-PLACE-8: the GM places everybody of both sides at the usual places, and round 1 begins', () => {
  const game = gathered(duel);
  expect(refusal(game, verb('deploy'))).toBe('E_NOT_NOW');
  const caught = does(game, verb('ambush')).game;
  expect(refusal(caught, verb('deploy'), ann('Wolf'))).toBe('E_GM_ONLY');
  const front = does(caught, verb('place', { side: 'enemies', placement: 'Grim: front' })).game;
  for (const before of [caught, front]) {
    const { round, units, stage } = stateOf(does(before, verb('deploy')).game);
    expect({ round, areas: units.map(({ area }) => area), stage: stage === 'placement' }).toEqual({
      round: 1,
      areas: units.map(() => 'front'),
      stage: false,
    });
  }
});

test('SW-PLACE-8: in Standard the parties stand an open space apart', () => {
  const caught = does(gathered(duel, { mode: 'standard' }), verb('ambush')).game;
  const after = does(caught, verb('deploy')).game;
  expect([unitIn(after, 'Wolf').pos, unitIn(after, 'Grim').pos]).toEqual([0, 10]);
});

test('SW-PLACE-6: the usual distances are advice, and any coordinate is allowed', () => {
  const advice = blank({ mode: 'standard' }).answerQuery('opening', gm, {}, gmView);
  expect(advice.ok && advice.value.lines.map(({ text }) => text)).toContain('Open space, plains: 20 m.');
  expect(unitIn(fighting(duel, { mode: 'standard' }, 'Wolf: 0; Grim: 200'), 'Grim').pos).toBe(200);
});

test('SW-PLACE-1: nobody speaks for a side by somebody whom others must not know of, but as that one', () => {
  const won = does(
    gathered([...duel, ['Shade', 'enemies', 'goblin']]),
    verb('initiative', { rollers: 'Wolf' }),
    gm,
    [6, 5],
  );
  const spoken = (actor: string): string =>
    refusal(
      won.game,
      verb('place', { side: 'enemies', placement: 'all: front' }),
      hides(ann(actor, ['Wolf', 'Shade']), 'Shade'),
    );
  expect(spoken('Wolf')).toBe('E_NOT_YOURS');
  expect(spoken('Shade')).not.toBe('E_NOT_YOURS');
});

test('SW-PLACE-1: who places a second time places their own side anew, until the other side stands', () => {
  const won = does(
    gathered([...duel, ['Mira', 'allies', 'mira']]),
    verb('initiative', { rollers: 'Wolf' }),
    gm,
    [6, 6],
  ).game;
  const wolf = ann('Wolf', ['Wolf', 'Mira']);
  const first = does(won, verb('place', { placement: 'Wolf: front; Mira: rear' }), wolf).game;
  const anew = does(first, verb('place', { placement: 'Mira: front' }), ann('Mira')).game;
  expect(unitIn(anew, 'Mira').area).toBe('front');
  const all = does(anew, verb('place', { placement: 'all: rear' }), wolf).game;
  expect(unitIn(all, 'Wolf').area).toBe('alliesRear');
  expect(refusal(all, verb('place', { placement: 'Grim: front' }), wolf)).toBe('E_NOT_YOURS');
  const begun = does(all, verb('place', { placement: 'Grim: front' }), asGm('Grim')).game;
  expect(stateOf(begun)).toMatchObject({ stage: 'combat', round: 1 });
  expect(refusal(begun, verb('place', { placement: 'Mira: front' }), ann('Mira'))).toBe('E_NOT_NOW');
});
