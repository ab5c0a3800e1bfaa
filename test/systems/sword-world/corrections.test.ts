import { expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { ann, does, duel, fighting, gm, gmViewer, refusal, stateOf, stranger, unitIn, verb } from './table.ts';

test.each([
  { to: '15', code: undefined },
  { to: '16', code: 'E_BAD_VALUE' },
  { to: '-6', code: 'E_BAD_VALUE' },
])('SW-STD-1: a correction cannot place a unit outside the battlefield: $to m', ({ to, code }) => {
  const line = fighting(duel, { mode: 'standard' }, 'Wolf: 0; Grim: 10');
  const bounded = line.act(verb('field', { low: -5, high: 15 }), gm, [], createScriptedDice([]));
  if (!bounded.ok || bounded.value.kind !== 'decided') throw new Error('The field was not set.');
  const set = { do: 'correct' as const, field: 'place', who: 'Grim', value: to };
  const done = bounded.value.game.act(set, gm, [], createScriptedDice([]));
  expect(done.ok ? undefined : done.error.code).toBe(code);
});

test.each([
  ['hp', 'Wolf', '7', { bodies: [{ hp: 7 }] }],
  ['hp', 'Wolf', '-2', { bodies: [{ hp: -2, statuses: ['unconscious'] }] }],
  ['max-hp', 'Wolf', '40', { bodies: [{ maxHp: 40 }] }],
  ['mp', 'Wolf', '3', { bodies: [{ mp: 3 }] }],
  ['max-mp', 'Wolf', '30', { bodies: [{ maxMp: 30 }] }],
  ['defense', 'Grim', '4', { bodies: [{ defense: 4 }] }],
  ['damage', 'Grim', '5', { bodies: [{ attack: { damage: { x: 5 } } }] }],
  ['evasion', 'Grim', '+4/12', { bodies: [{ evasion: { mod: 4, fixed: 12 } }] }],
  ['accuracy', 'Wolf', '9', { bodies: [{ accuracy: 9 }] }],
  ['speed', 'Wolf', '20', { sheet: { speed: 20 } }],
  ['classes', 'Wolf', 'Fencer 4', { sheet: { classes: { Fencer: 4 } } }],
  ['mods', 'Wolf', 'dex 4', { sheet: { mods: { dex: 4, agi: 2 } } }],
  ['can-fly', 'Wolf', 'yes', { sheet: { canFly: true } }],
  ['statuses', 'Wolf', 'prone, asleep', { statuses: ['prone'], bodies: [{ statuses: ['asleep'] }] }],
  ['place', 'Wolf', 'rear', { area: 'alliesRear' }],
  ['altitude', 'Wolf', '12', { altitude: 12 }],
  ['side', 'Wolf', 'enemies', { side: 'enemies' }],
  ['acted', 'Wolf', 'yes', { acted: true }],
  ['move-type', 'Wolf', 'full', { turn: { moveType: 'full' } }],
  ['majors', 'Wolf', 'Wolf', { turn: { majors: ['Wolf'] } }],
  ['moved', 'Wolf', 'yes', { turn: { movementDone: true } }],
  ['retreat', 'Wolf', 'ready', { retreat: 'ready' }],
  ['held', 'Wolf', 'none', { held: [] }],
  ['xp', 'Wolf', '150', { xp: 150 }],
  ['method', 'Grim', 'dice', { useFixed: false }],
  ['weakness-known', 'Grim', 'yes', { weaknessKnown: true }],
  ['breath', 'Wolf', '4', { underwaterRounds: 4 }],
  ['passengers', 'Wolf', 'Grim', { passengers: ['Grim'] }],
])('the GM sets the %s of %s to %s', (field, who, value, want) => {
  const { game, events } = does(fighting(duel), { do: 'correct', field, who, value });
  expect(unitIn(game, who)).toMatchObject(want);
  // If no one on the side can act any longer, the consequence is logged after the correction.
  const [set] = fighting(duel).narrate(events, gmViewer);
  expect(fighting(duel).narrate([events[0]], gmViewer)).toEqual([set]);
});

test.each([
  ['round', '4', { round: 4 }],
  ['first', 'enemies', { winner: 'enemies' }],
  ['phase', 'loser', { phase: 'loser' }],
  ['turn', 'Wolf', { open: 'Wolf' }],
  ['stage', 'aftermath', { stage: 'aftermath' }],
  ['restricted', 'none', { restricted: [] }],
  ['pursuit', 'yes', { pursued: true }],
])('the GM sets the %s to %s', (field, value, want) => {
  expect(does(fighting(duel), { do: 'correct', field, who: '', value }).game.save()).toMatchObject(want);
});

test.each(['0x10', '', '1 5', '1e1', 'many'])('a correction refuses hit points like %j', (value) => {
  expect(refusal(fighting(duel), { do: 'correct', field: 'hp', who: 'Wolf', value })).toBe('bad-input');
});

test.each([
  ['hp', '−5', { bodies: [{ hp: -5 }] }],
  ['hp', '+7', { bodies: [{ hp: 7 }] }],
  ['acted', 'On', { acted: true }],
  ['side', 'Enemies', { side: 'enemies' }],
  ['evasion', '−1 / +12', { bodies: [{ evasion: { mod: -1, fixed: 12 } }] }],
])('the GM sets the %s as it is printed: %s', (field, value, want) => {
  expect(unitIn(does(fighting(duel), { do: 'correct', field, who: 'Wolf', value }).game, 'Wolf')).toMatchObject(want);
});

test('a turn that the GM clears is still cleared after a reload', () => {
  const open = does(fighting(duel), verb('begin'), ann('Wolf')).game;
  const { events } = does(open, { do: 'correct', field: 'turn', who: '', value: 'none' });
  expect(stateOf(open.applyEvents(JSON.parse(JSON.stringify(events)))).open).toBeUndefined();
});

test('a correction’s line names no hidden unit', () => {
  const game = fighting(duel);
  const { events } = does(game, { do: 'correct', field: 'passengers', who: 'Wolf', value: 'Grim' });
  const told = (viewer: Parameters<typeof game.narrate>[1]) => game.narrate(events, viewer).map(({ text }) => text);
  expect(told(gmViewer)).toEqual(['The GM corrects Wolf: Passengers none → Grim.']);
  expect(told(stranger(['Grim'], ['Wolf']))).toEqual([]);
});

test('the GM corrects skirmishes, seats and ammunition', () => {
  const line = fighting(duel, { mode: 'standard' });
  const field = 'skirmishes';
  const set = does(line, { do: 'correct', field, who: '', value: 's9 at 5: Wolf, Grim' }).game;
  expect(set.save()).toMatchObject({ skirmishes: [{ id: 's9', center: 5, radius: 3 }] });
  expect(unitIn(set, 'Wolf').pos).toBe(5);
  expect(refusal(line, { do: 'correct', field, who: '', value: 's9 at 5: Nobody' })).toBe('E_BAD_VALUE');
  const mounted = fighting([...duel, ['Dusty', 'allies', 'dusty'], ['Tess', 'allies', 'tess']]);
  const up = does(mounted, { do: 'correct', field: 'mounted-on', who: 'Tess', value: 'Dusty' }).game;
  expect([unitIn(up, 'Tess').mountedOn, unitIn(up, 'Dusty').rider]).toEqual(['Dusty', 'Tess']);
  const shot = does(up, { do: 'correct', field: 'ammo', who: 'Tess', value: 'long bow 3' }).game;
  expect(unitIn(shot, 'Tess').weapons[0]?.ammo).toBe(3);
});
