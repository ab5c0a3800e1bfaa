import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { allConditions } from './inner.ts';
import {
  ann,
  asGm,
  does,
  duel,
  entering,
  fighting,
  gmViewer,
  sleeping,
  sleepOf,
  startNextRound,
  stranger,
  texts,
  unitIn,
  verb,
} from './table.ts';

const conditions = (game: Game, id = 'Grim') => allConditions(unitIn(game, id));

const swordWorldBlank = (): Game => {
  const game = swordWorld.createGame({});
  if (!game.ok) throw new Error('There is no battle.');
  return game.value;
};

const setStatuses = (game: Game, who: string, value: string) =>
  does(game, { do: 'correct', field: 'statuses', who, value }).game;

test('SW-ROUND-2: an effect shows its condition to all who see the unit, for as long as it lasts', () => {
  const { game, events } = sleeping();
  expect(texts(game.narrate(events, stranger([], ['Ilse'])))).toContain('Grim is affected by Sleep: asleep.');
  const marks = (now: Game) => now.view(stranger([], ['Ilse'])).combatants.find(({ id }) => id === 'Grim')?.marks;
  expect(marks(game)).toContain('asleep');
  const third = does(does(does(game, verb('end'), ann('Ilse')).game, verb('next')).game, verb('next')).game;
  const later = does(third, verb('next'));
  expect(conditions(later.game)).toEqual([]);
  expect(texts(later.game.narrate(later.events, gmViewer))).toContain('Sleep on Grim ends.');
  expect(marks(later.game)).not.toContain('asleep');
});

test('SW-ROUND-2 SW-END-2: the condition of a short spell ends with the combat', () => {
  const { game } = sleeping();
  const over = does(does(game, verb('surrender'), asGm('Snag')).game, verb('leave'), asGm('Grim')).game;
  expect(unitIn(over, 'Grim')).toMatchObject({ effects: [], bodies: [{ statuses: [] }] });
});

test.each(['goblin', 'mire-drake'])(
  'SW-END-2 SW-ROUND-2: a spell of an hour or more goes on after the combat, condition and all: %s',
  (foe) => {
    const { game } = sleeping({ durationRounds: '1d' }, foe);
    const sheet = unitIn(game, 'Grim').sheet;
    const carried = game.carry('Grim', sheet);
    const next = does(swordWorldBlank(), entering('Morn', 'enemies', foe, { ...Object(carried?.sheet) })).game;
    expect(conditions(next, 'Morn')).toEqual(['asleep']);
    const body = foe === 'mire-drake' ? 'Morn.body' : undefined;
    expect(unitIn(next, 'Morn').effects).toEqual([
      { id: 'Sleep', caster: 'Ilse', remaining: 'long', status: 'asleep', ...(body && { body }) },
    ]);
  },
);

test('SW-ROUND-2: removing an effect removes its condition', () => {
  const { game } = sleeping();
  const lifted = does(game, { do: 'hang', who: 'Grim', name: 'Sleep', effect: undefined }).game;
  expect(unitIn(lifted, 'Grim').effects).toEqual([]);
  expect(conditions(lifted)).toEqual([]);
});

test('SW-ROUND-2: correcting conditions keeps the conditions of listed effects and ends all others', () => {
  const { game } = sleeping();
  const both = setStatuses(game, 'Grim', 'prone, asleep');
  expect(conditions(both)).toEqual(['prone', 'asleep']);
  const woken = does(both, { do: 'hang', who: 'Grim', name: 'Sleep', effect: undefined }).game;
  expect(conditions(woken)).toEqual(['prone']);
  const awake = setStatuses(game, 'Grim', 'none');
  expect(conditions(awake)).toEqual([]);
  expect(unitIn(awake, 'Grim').effects).toEqual([{ id: 'Sleep', caster: 'Ilse', remaining: 2 }]);
});

test('SW-ROUND-2: correcting the conditions of one section leaves the other sections alone', () => {
  const { game } = sleeping({}, 'mire-drake');
  const other = setStatuses(game, 'Grim.head A', 'stunned');
  expect(conditions(other)).toEqual(['stunned', 'asleep']);
  expect(conditions(setStatuses(other, 'Grim.body', 'none'))).toEqual(['stunned']);
});

test('SW-AIR-5 SW-SKIRM-18: a unit falls when the GM removes the effect it flies by', () => {
  const fly = sleepOf({ id: 'Sleep', range: 'touch', resist: 'none', effect: { flight: true }, status: undefined });
  const game = fighting([
    ['Ilse', 'allies', 'ilse', { spells: [fly], hp: 60 }],
    ['Grim', 'enemies', 'goblin'],
  ]);
  const round2 = startNextRound(game);
  const flies = does(round2, verb('cast', { spell: 'Sleep', target: 'Ilse' }), ann('Ilse'), [3, 4]).game;
  const high = does(flies, { do: 'correct', field: 'altitude', who: 'Ilse', value: '10' }).game;
  const down = does(high, { do: 'hang', who: 'Ilse', name: 'Sleep', effect: undefined }, undefined, [2, 4]);
  expect(unitIn(down.game, 'Ilse')).toMatchObject({ altitude: 0, bodies: [{ hp: 37 }] });
});

test.each([
  ['accuracy', 'Wolf', { accuracy: { total: 14 } }],
  ['checks', 'Wolf', { accuracy: { total: 14 } }],
  ['evasion', 'Grim', { evasion: { total: 13 } }],
  ['increase', 'Wolf', { damage: { increase: 3 } }],
  ['reduction', 'Grim', { damage: { reduction: 4 } }],
  ['defense', 'Grim', { damage: { reduction: 4 } }],
  ['power', 'Wolf', { damage: { power: 20 } }],
  ['cMod', 'Wolf', { damage: { c: 13 } }],
])('an effect that the GM applies counts: %s +3 on %s', (term, who, want) => {
  const effect = { name: 'boon', who, modifiers: { [term]: 3 }, remaining: 1, ticks: { at: 'end' as const } };
  const game = does(fighting(duel), { do: 'hang', who, name: 'boon', effect }).game;
  const { events } = does(
    game,
    verb('attack', { target: 'Grim', stance: '1H' }),
    ann('Wolf'),
    term === 'evasion' ? [5, 4, 2, 2] : [4, 2, 2, 2],
  );
  const hit = term === 'evasion' ? { evasion: { total: 13 } } : want;
  expect(events.find(({ type }) => type === 'attacked')).toMatchObject(hit);
});

test('the GM’s effects count down with rounds and turns', () => {
  const effect = {
    name: 'boon',
    who: 'Wolf',
    modifiers: { checks: 1 },
    remaining: 1,
    ticks: { at: 'end' as const, of: 'Wolf' },
  };
  const game = does(fighting(duel), { do: 'hang', who: 'Wolf', name: 'boon', effect }).game;
  expect(does(game, verb('end'), ann('Wolf')).game.save()).toMatchObject({ effects: [] });
  const round = { ...effect, ticks: { at: 'start' as const } };
  const later = does(fighting(duel), { do: 'hang', who: 'Wolf', name: 'boon', effect: round }).game;
  const losers = does(later, verb('end'), ann('Wolf')).game;
  expect(losers.save()).toMatchObject({ effects: [{ name: 'boon' }] });
  expect(does(losers, verb('end'), asGm('Grim')).game.save()).toMatchObject({ effects: [] });
});
