import { expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { dskull } from '../../../src/systems/dskull/index.ts';
import { calling, gmCall, play, seated, stateOf, verb } from './stage.ts';

const threes = { name: 'C', warriors: [{ name: 'P' }, { name: 'Q' }, { name: 'R' }] };

test('DS-SCEN-3: deploy-rest places all waiting warriors near the middle', () => {
  let game = play(
    seated({}, ['A'], ['B']),
    { do: 'enter', entrant: { id: 'C', side: undefined, sheet: threes } },
    gmCall,
  );
  game = play(game, verb('scenario', { name: 'Pilgrims’ Camp', first: 'A' }), gmCall);
  game = play(game, { do: 'start' }, gmCall);
  game = play(game, verb('deploy', { warrior: 'One', to: 'A1' }), calling('A'));
  const early = dskull.openGame(stateOf(game)).act(verb('deploy-rest'), calling('B'), [], createScriptedDice([]));
  expect(early).toMatchObject({ ok: false, error: { code: 'E_NOT_GM' } });
  game = play(game, verb('deploy-rest'), gmCall, [2, 2, 2, 2, 2, 2]);
  const { round, phase, warriors } = stateOf(game);
  expect({ round, phase }).toEqual({ round: 1, phase: 'resolution' });
  expect(warriors.map(({ id, at }) => [id, at])).toEqual([
    ['One', { x: 0, y: 0 }],
    ['One (B)', { x: 7, y: 7 }],
    ['P', { x: 7, y: 2 }],
    ['Q', { x: 7, y: 1 }],
    ['R', { x: 8, y: 2 }],
  ]);
});

test('DS-SCEN-3: deploy-rest begins with the two middle spaces of a long zone', () => {
  let game = play(seated({}, ['A']), { do: 'enter', entrant: { id: 'C', side: undefined, sheet: threes } }, gmCall);
  game = play(game, verb('scenario', { name: 'Broken Field', first: 'A' }), gmCall);
  game = play(game, { do: 'start' }, gmCall);
  game = play(game, verb('deploy-rest'), gmCall, [2, 2, 2, 2]);
  expect(stateOf(game).warriors.map(({ at }) => at)).toEqual([
    { x: 4, y: 1 },
    { x: 4, y: 6 },
    { x: 5, y: 6 },
    { x: 3, y: 6 },
  ]);
});

test.each([
  { rule: 'DS-SCEN-4', says: 'a zone with as many usable spaces as warriors fits', zone: 'A1', ok: true },
  { rule: 'DS-SCEN-4', says: 'a void is not a usable space', zone: 'E5', ok: false },
])('$rule: $says', ({ zone, ok: fits }) => {
  const game = play(
    seated({}, ['A'], ['B']),
    verb('board', { board: `5x5; void E5; zone 1 ${zone}; zone 2 A5` }),
    gmCall,
  );
  const outcome = game.act({ do: 'start' }, gmCall, [], createScriptedDice([1, 2]));
  expect(outcome.ok ? 'began' : outcome.error.code).toBe(fits ? 'began' : 'E_ZONE_TOO_SMALL');
});
