import { expect, test } from 'vitest';
import {
  ann,
  asGm,
  does,
  duel,
  fighting,
  gmViewer,
  refusal,
  set,
  startNextRound,
  stateOf,
  types,
  unitIn,
  verb,
} from './table.ts';

const wing = (name: string) => ({ name, hp: 5, isWing: true, evasion: { mod: 0, fixed: 2 } });

test('SW-FALL-8: spikes deal their own damage after the fall', () => {
  const game = fighting(duel);
  const fell = does(game, verb('fall', { height: 10, spikes: 9 }), asGm('Wolf'), [4, 4]);
  const losses = fell.events.filter(({ type }) => type === 'damaged');
  expect(losses).toMatchObject([{ damage: 15 }, { damage: 5 }]);
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

test('SW-AIR-7: losing a [Flight] ability removes its bonus, not the flight', () => {
  const game = fighting([...duel, ['Drake', 'enemies', 'mire-drake']]);
  const up = does(game, { do: 'correct', field: 'altitude', who: 'Drake', value: '20' }).game;
  const effect = { name: '[Flight]', who: 'Drake', modifiers: { evasion: 1 }, ticks: { at: 'start' as const } };
  const bonus = does(up, { do: 'hang', who: 'Drake', name: '[Flight]', effect }).game;
  const lost = does(bonus, { do: 'hang', who: 'Drake', name: '[Flight]', effect: undefined }).game;
  expect(unitIn(lost, 'Drake').altitude).toBe(20);
  expect(stateOf(lost).effects).toEqual([]);
});

test('SW-AIR-5 SW-MOUNT-12: a mount that loses flight takes its rider down with it', () => {
  const cast = [
    ['Bram', 'allies', 'bram', { rides: 'Griff' }],
    ['Griff', 'allies', 'dusty', { canFly: true, sections: [wing('left'), wing('right'), { name: 'trunk', hp: 90 }] }],
    ['Grim', 'enemies', 'goblin'],
  ] as const;
  const up = ['Griff', 'Bram'].reduce(
    (game, who) => does(game, { do: 'correct', field: 'altitude', who, value: '10' }).game,
    fighting(cast),
  );
  const struck = does(up, verb('next')).game;
  const hit = does(struck, verb('attack', { target: 'Griff.left' }), asGm('Grim'), [6, 6, 3, 3]);
  expect(unitIn(hit.game, 'Griff')).toMatchObject({ altitude: 0 });
  expect(unitIn(hit.game, 'Bram')).toMatchObject({ altitude: 0, statuses: ['prone'], mountedOn: undefined });
  expect(hit.events.filter(({ type }) => type === 'fell')).toMatchObject([{ who: 'Bram' }, { who: 'Griff' }]);
});

test('SW-RUL-94: melee bridges 3 m of height in Standard and 20 m in Simplified; shots need the range', () => {
  const cast = [
    ['Tess', 'allies', 'tess'],
    ['Wolf', 'allies', 'wolf'],
    ['Drake', 'enemies', 'goblin', { canFly: true }],
  ] as const;
  for (const [mode, most] of [
    ['standard', 3],
    ['simplified', 20],
  ] as const) {
    const begun = fighting(cast, { mode });
    const at = (height: number) => {
      const game = does(begun, set('altitude', 'Drake', String(height))).game;
      return startNextRound(game);
    };
    const strike = verb('attack', { target: 'Drake', stance: '1H' });
    expect(types(does(at(most), strike, ann('Wolf'), [1, 1]).events)).toContain('attacked');
    expect(refusal(at(most + 1), strike, ann('Wolf'))).toBe('E_OUT_OF_RANGE');
    expect(at(most + 1).offers('attack', 'target', ann('Wolf'), {}, gmViewer)).toEqual([]);
    const shot = does(at(30), verb('attack', { target: 'Drake' }), ann('Tess'), [1, 1]);
    expect(stateOf(shot.game).skirmishes).toEqual([]);
    expect(refusal(at(31), verb('attack', { target: 'Drake' }), ann('Tess'))).toBe('E_OUT_OF_RANGE');
  }
});
