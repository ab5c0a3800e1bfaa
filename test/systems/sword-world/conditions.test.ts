import { expect, test } from 'vitest';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import { allConditions } from '../../../src/systems/sword-world/state.ts';
import { ann, asGm, does, entering, fighting, gmViewer, stateOf, stranger, unitIn, verb } from './table.ts';

const spell = (more: object) => ({
  id: 'Sleep',
  cls: 'Sorcerer',
  mpCost: 3,
  range: 20,
  resist: 'negates',
  status: 'asleep',
  durationRounds: 2,
  ...more,
});
const sleeping = (more: object = {}, foe = 'goblin') => {
  const game = fighting([
    ['Ilse', 'allies', 'ilse', { spells: [spell(more)] }],
    ['Grim', 'enemies', foe],
    ['Snag', 'enemies', 'goblin'],
  ]);
  const section = foe === 'mire-drake' ? 'Grim.body' : 'Grim';
  const round2 = does(does(game, verb('next')).game, verb('next')).game;
  return does(round2, verb('cast', { spell: 'Sleep', target: section }), ann('Ilse'), [6, 5]);
};
type Game = ReturnType<typeof sleeping>['game'];
const conditions = (game: Game, id = 'Grim') => allConditions(unitIn(game, id));
const texts = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text);
const set = (game: Game, who: string, value: string) =>
  does(game, { do: 'correct', field: 'statuses', who, value }).game;

test('SW-ROUND-2: an effect says what it lays, to all who see it, and is marked as long as it lasts', () => {
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

test('SW-ROUND-2 SW-END-2: what a short spell laid goes with the combat', () => {
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

const swordWorldBlank = (): Game => {
  const game = swordWorld.createGame({});
  if (!game.ok) throw new Error('There is no battle.');
  return game.value;
};

test('SW-ROUND-2: the GM lifts an effect by its name, and the condition with it', () => {
  const { game } = sleeping();
  const lifted = does(game, { do: 'hang', who: 'Grim', name: 'Sleep', effect: undefined }).game;
  expect(unitIn(lifted, 'Grim').effects).toEqual([]);
  expect(conditions(lifted)).toEqual([]);
});

test('SW-ROUND-2: conditions that the GM sets keep those of effects with them, and end those left out', () => {
  const { game } = sleeping();
  const both = set(game, 'Grim', 'prone, asleep');
  expect(conditions(both)).toEqual(['prone', 'asleep']);
  const woken = does(both, { do: 'hang', who: 'Grim', name: 'Sleep', effect: undefined }).game;
  expect(conditions(woken)).toEqual(['prone']);
  const awake = set(game, 'Grim', 'none');
  expect(conditions(awake)).toEqual([]);
  expect(unitIn(awake, 'Grim').effects).toEqual([{ id: 'Sleep', caster: 'Ilse', remaining: 2 }]);
});

test('SW-ROUND-2: the GM sets the conditions of one section, and leaves those of the others', () => {
  const { game } = sleeping({}, 'mire-drake');
  const other = set(game, 'Grim.head A', 'stunned');
  expect(conditions(other)).toEqual(['stunned', 'asleep']);
  expect(conditions(set(other, 'Grim.body', 'none'))).toEqual(['stunned']);
});

test('SW-AIR-5 SW-SKIRM-18: who flew by an effect that the GM lifts falls', () => {
  const fly = spell({ id: 'Sleep', range: 'touch', resist: 'none', effect: { flight: true }, status: undefined });
  const game = fighting([
    ['Ilse', 'allies', 'ilse', { spells: [fly], hp: 60 }],
    ['Grim', 'enemies', 'goblin'],
  ]);
  const round2 = does(does(game, verb('next')).game, verb('next')).game;
  const flies = does(round2, verb('cast', { spell: 'Sleep', target: 'Ilse' }), ann('Ilse'), [3, 4]).game;
  const high = does(flies, { do: 'correct', field: 'altitude', who: 'Ilse', value: '10' }).game;
  const down = does(high, { do: 'hang', who: 'Ilse', name: 'Sleep', effect: undefined }, undefined, [2, 4]);
  expect(unitIn(down.game, 'Ilse')).toMatchObject({ altitude: 0, bodies: [{ hp: 37 }] });
});

const actingNow = (game: Game) => game.expectedActions().map(({ actor, kind }) => `${actor} ${kind}`);
const threeAgainstOne = () =>
  fighting([
    ['Wolf', 'allies', 'wolf'],
    ['Mira', 'allies', 'mira'],
    ['Grim', 'enemies', 'goblin'],
  ]);

test('SW-ROUND-10: whoever falls in its own turn is skipped at once, and others may act', () => {
  const open = does(threeAgainstOne(), verb('begin'), ann('Wolf')).game;
  expect(actingNow(open)).toEqual(['Wolf turn']);
  const down = does(open, verb('force', { cause: 'unconscious' }), asGm('Wolf'));
  expect(actingNow(down.game)).toEqual(['Mira turn']);
  expect(texts(down.game.narrate(down.events, gmViewer))).toContain('Wolf can no longer act; its turn is over.');
  const set = does(open, { do: 'correct', field: 'hp', who: 'Wolf', value: '0' });
  expect(actingNow(set.game)).toEqual(['Mira turn']);
});

test('SW-ROUND-10 SW-ROUND-3: where the last one of a side falls so, the other side acts', () => {
  const open = does(
    does(threeAgainstOne(), verb('end'), ann('Mira', ['Mira'])).game,
    verb('begin'),
    ann('Wolf', ['Wolf']),
  ).game;
  expect(actingNow(does(open, verb('force', { cause: 'unconscious' }), asGm('Wolf')).game)).toEqual(['Grim turn']);
});

test('SW-ROUND-10: a turn that was left open so is waited for by nobody but the GM, who goes on', () => {
  const open = stateOf(does(threeAgainstOne(), verb('begin'), ann('Wolf')).game);
  const units = open.units.map((unit) => (unit.id === 'Wolf' ? { ...unit, statuses: ['surrendered'] } : unit));
  const stuck = swordWorld.openGame({ ...open, units });
  expect(actingNow(stuck)).toEqual(['gm round']);
  expect(actingNow(does(stuck, verb('next')).game)).toEqual(['Mira turn']);
});
