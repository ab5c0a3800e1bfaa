import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { swordWorld } from '../../../src/systems/sword-world/index.ts';
import {
  ann,
  asGm,
  does,
  duel,
  fighting,
  gmViewer,
  hides,
  refusal,
  startNextRound,
  stateOf,
  texts,
  unitIn,
  verb,
} from './table.ts';

const actingNow = (game: Game) => game.expectedActions().map(({ actor, kind }) => `${actor} ${kind}`);

const threeAgainstOne = () =>
  fighting([
    ['Wolf', 'allies', 'wolf'],
    ['Mira', 'allies', 'mira'],
    ['Grim', 'enemies', 'goblin'],
  ]);

test('SW-ACT-24 SW-ROUND-4: no unit acts in another’s turn, except to block', () => {
  const game = fighting([...duel, ['Mira', 'allies', 'mira']]);
  const open = does(game, verb('begin'), ann('Wolf')).game;
  expect(refusal(open, verb('attack', { target: 'Grim', weapon: 'rapier' }), ann('Mira'))).toBe('E_TURN_IN_PROGRESS');
  expect(refusal(open, verb('attack', { target: 'Wolf' }), asGm('Grim'))).toBe('E_NOT_YOUR_PHASE');
  expect(Object.values(swordWorld.verbs).filter(({ answers }) => answers !== undefined)).toHaveLength(1);
});

test('SW-ROUND-10: a unit taken down in its own turn ends that turn at once', () => {
  const open = does(threeAgainstOne(), verb('begin'), ann('Wolf')).game;
  expect(actingNow(open)).toEqual(['Wolf turn']);
  const down = does(open, verb('force', { cause: 'unconscious' }), asGm('Wolf'));
  expect(actingNow(down.game)).toEqual(['Mira turn']);
  expect(texts(down.game.narrate(down.events, gmViewer))).toContain('Wolf can no longer act; its turn is over.');
  const set = does(open, { do: 'correct', field: 'hp', who: 'Wolf', value: '0' });
  expect(actingNow(set.game)).toEqual(['Mira turn']);
});

test('SW-ROUND-10 SW-ROUND-3: the other side acts if the last unit of a side goes down in its turn', () => {
  const open = does(
    does(threeAgainstOne(), verb('end'), ann('Mira', ['Mira'])).game,
    verb('begin'),
    ann('Wolf', ['Wolf']),
  ).game;
  expect(actingNow(does(open, verb('force', { cause: 'unconscious' }), asGm('Wolf')).game)).toEqual(['Grim turn']);
});

test('SW-ROUND-10: only the GM is awaited after a turn that was left open', () => {
  const open = stateOf(does(threeAgainstOne(), verb('begin'), ann('Wolf')).game);
  const units = open.units.map((unit) => (unit.id === 'Wolf' ? { ...unit, statuses: ['surrendered'] } : unit));
  const stuck = swordWorld.openGame({ ...open, units });
  expect(actingNow(stuck)).toEqual(['gm round']);
  expect(actingNow(does(stuck, verb('next')).game)).toEqual(['Mira turn']);
});

test('SW-MULTI-4 SW-RUL-44 a sleeping core disables only its section, a defeated core the whole monster', () => {
  const game = fighting([
    ['Wolf', 'allies', 'wolf'],
    ['Drake', 'enemies', 'mire-drake'],
    ['Grim', 'enemies', 'goblin'],
  ]);
  const theirs = does(game, verb('next')).game;
  const acts = (status: string) =>
    actingNow(does(theirs, { do: 'correct', field: 'statuses', who: 'Drake.body', value: status }).game);
  for (const status of ['asleep', 'paralysed', 'stunned']) expect(acts(status)).toEqual(['Drake turn', 'Grim turn']);
  for (const status of ['unconscious', 'dead', 'petrified']) expect(acts(status)).toEqual(['Grim turn']);
});

test('SW-MOVE-9: a move to a unit by name ends where the unit is, unless it is hidden', () => {
  const cast = [...duel, ['Goblin 1', 'enemies', 'goblin']] as const;
  const standard = fighting(cast, { mode: 'standard' }, 'Wolf: 0; Grim: 30; Goblin 1: 10');
  const to = (name: string) => verb('move', { to: name });
  expect(unitIn(does(standard, to('goblin 1'), ann('Wolf'), [], ['let pass']).game, 'Wolf').pos).toBe(10);
  expect(refusal(standard, to('Grim'), ann('Wolf'))).toBe('E_TOO_FAR');
  expect(refusal(standard, to('Goblin 1'), hides(ann('Wolf'), 'Goblin 1'))).toBe('E_NO_PLACE');
  const areas = fighting([...cast, ['Mira', 'allies', 'mira']], {}, 'Wolf: rear; Mira: front');
  const second = startNextRound(areas);
  expect(unitIn(does(second, to('Goblin 1'), ann('Wolf')).game, 'Wolf').area).toBe('front');
});
