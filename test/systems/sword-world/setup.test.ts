import { expect, test } from 'vitest';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { ann, asGm, blank, does, duel, entering, fighting, gathered, refusal, stateOf, unitIn, verb } from './table.ts';

test('SW-FLOW-2 SW-FLOW-3: the mode is fixed for the battle, and shared rules hold in both', () => {
  expect(stateOf(blank()).settings.mode).toBe('simplified');
  expect(stateOf(blank({ mode: 'standard' })).settings.mode).toBe('standard');
  expect(swordWorld.createGame({ mode: 'chess' }).ok).toBe(false);
  for (const mode of ['simplified', 'standard']) {
    const game = fighting(duel, { mode });
    const hit = does(game, verb('attack', { target: 'Grim', stance: '1H' }), ann('Wolf'), [4, 2, 5, 5, 4, 3]);
    expect(unitIn(hit.game, 'Grim').bodies[0]).toMatchObject({ hp: 0, statuses: ['unconscious'] });
  }
});

test('SW-DATA-6: the choice of fixed values or dice cannot change in combat', () => {
  const game = gathered(duel);
  const chosen = does(game, verb('method', { use: 'dice' }), asGm('Grim')).game;
  expect(unitIn(chosen, 'Grim').useFixed).toBe(false);
  const running = fighting(duel);
  expect(refusal(running, verb('method', { use: 'dice' }), asGm('Grim'))).toBe('E_FIXED_LOCKED');
  expect(
    unitIn(does(running, verb('method', { use: 'dice', override: true }), asGm('Grim')).game, 'Grim').useFixed,
  ).toBe(false);
  const free = fighting(duel, { allowFixedSwitch: true });
  expect(unitIn(does(free, verb('method', { use: 'dice' }), asGm('Grim')).game, 'Grim').useFixed).toBe(false);
});

test('SW-FACT-1: the two sides have fixed names, and there is no third side', () => {
  const one = does(blank(), entering('Wolf', 'party', 'wolf')).game;
  const two = does(one, entering('Grim', 'Foes', 'goblin')).game;
  expect([unitIn(two, 'Wolf').side, unitIn(two, 'Grim').side]).toEqual(['allies', 'enemies']);
  expect(refusal(two, entering('Snag', 'Greens', 'goblin'))).toBe('E_TWO_FACTIONS');
  expect(refusal(two, entering('wolf', 'allies', 'goblin'))).toBe('E_NAME_TAKEN');
  const stray = does(blank(), entering('Wolf', undefined, 'wolf')).game;
  expect(refusal(stray, { do: 'start' })).toBe('E_NO_FACTION');
  expect(refusal(one, { do: 'start' })).toBe('E_NO_OPPONENTS');
});
