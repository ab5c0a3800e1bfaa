import { expect, test } from 'vitest';
import {
  ann,
  asGm,
  does,
  duel,
  fighting,
  gathered,
  gm,
  gmViewer,
  refusal,
  stateOf,
  stranger,
  unitIn,
  verb,
} from './table.ts';

const struck = () => {
  const game = fighting(duel);
  const done = does(game, verb('attack', { target: 'Grim', stance: '1H' }), ann('Wolf'), [4, 2, 5, 5, 4, 3]);
  return { game, after: done.game, events: done.events };
};
const texts = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text);
const rows = (lines: readonly { readonly rows: readonly (readonly { readonly says: string }[])[] }[]) =>
  lines.flatMap((line) => line.rows.map((row) => row.map(({ says }) => says).join(' · ')));

test('a reader with a pencil gets the same number', () => {
  const { game, events } = struck();
  const lines = game.narrate(events, gmViewer);
  expect(texts(lines)).toContain('Wolf hits Grim with the bastard sword: 16 damage.');
  expect(texts(lines)).toContain('Grim: 16 → 0 HP, unconscious.');
  expect(rows(lines)).toEqual(
    expect.arrayContaining([
      'Accuracy 2d 4+2 · +3 Fighter · +2 dex · = 11',
      'Evasion 10 (fixed)',
      'power 17, C 10: 5+5 → 7, critical 4+3 → 5 · = 12 · +5 extra · = 17 calculated damage',
      '−1 Defense · = 16 applied damage',
    ]),
  );
});

test.each([
  { initiativeAutoSuccess: false, says: false },
  { initiativeAutoSuccess: true, says: true },
])('SW-INIT-2: two sixes are called an automatic success only where they are one', ({ says, ...settings }) => {
  const game = gathered(duel, settings);
  const { events } = does(game, verb('initiative'), gm, [6, 6]);
  expect(rows(game.narrate(events, gmViewer)).some((row) => row.includes('automatic success'))).toBe(says);
});

test('a stranger learns what can be seen, and no number of a foe', () => {
  const { game, events } = struck();
  const lines = game.narrate(events, stranger([], ['Wolf']));
  expect(texts(lines)).toContain('Wolf hits Grim with the bastard sword.');
  expect(texts(lines)).toContain('Grim is unconscious.');
  const all = JSON.stringify(lines);
  expect(all).toContain('Accuracy 2d 4+2');
  expect(all).not.toMatch(/Evasion|Defense|16/);
});

test('of an unseen unit nothing is told, in words or on the board', () => {
  const { game, after, events } = struck();
  const told = JSON.stringify(game.narrate(events, stranger(['Grim'])));
  expect(told).not.toContain('Grim');
  expect(told).toContain('somebody');
  expect(JSON.stringify(after.view(stranger(['Grim'])))).not.toContain('Grim');
});

test('the view shows marks, gauges and whose phase it is', () => {
  const view = fighting(duel).view(stranger([], ['Wolf']));
  expect(view.phase).toBe('Round 1: the allies act');
  expect(view.order.map(({ id, state }) => [id, state])).toEqual([
    ['Wolf', 'now'],
    ['Grim', 'next'],
  ]);
  const [wolf, grim] = view.combatants;
  expect(wolf?.gauges[0]?.text).toBe('30/30');
  expect(grim?.gauges[0]?.text).toBe('unhurt');
  expect(grim?.sheet).toEqual([]);
});

test('sections have a gauge each', () => {
  const view = fighting([...duel, ['Drake', 'enemies', 'mire-drake']]).view(gmViewer);
  const drake = view.combatants.find(({ id }) => id === 'Drake');
  expect(drake?.gauges.map(({ label, text }) => `${label} ${text}`)).toEqual([
    'head A 28/28',
    'head B 28/28',
    'body 46/46',
    'wing A 20/20',
    'wing B 20/20',
  ]);
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
  // What follows of itself, where nobody of the side is left to act, is told after it.
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

test.each(['0x10', '', '1 5', '1e1', 'many'])('the GM sets no hit points that are written like %j', (value) => {
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

test('a turn that the GM clears stays so when the battle is read again', () => {
  const open = does(fighting(duel), verb('begin'), ann('Wolf')).game;
  const { events } = does(open, { do: 'correct', field: 'turn', who: '', value: 'none' });
  expect(stateOf(open.applyEvents(JSON.parse(JSON.stringify(events)))).open).toBeUndefined();
});

test('what the GM sets names nobody whom the reader must not know of', () => {
  const game = fighting(duel);
  const { events } = does(game, { do: 'correct', field: 'passengers', who: 'Wolf', value: 'Grim' });
  const told = (viewer: Parameters<typeof game.narrate>[1]) => game.narrate(events, viewer).map(({ text }) => text);
  expect(told(gmViewer)).toEqual(['The GM sets the passengers of Wolf: Grim.']);
  expect(told(stranger(['Grim'], ['Wolf']))).toEqual(['The GM sets the passengers of Wolf.']);
});

test('the GM sets the skirmishes, seats and ammunition too', () => {
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

test.each([
  ['accuracy', 'Wolf', { accuracy: { total: 14 } }],
  ['checks', 'Wolf', { accuracy: { total: 14 } }],
  ['evasion', 'Grim', { evasion: { total: 13 } }],
  ['increase', 'Wolf', { damage: { increase: 3 } }],
  ['reduction', 'Grim', { damage: { reduction: 4 } }],
  ['defense', 'Grim', { damage: { reduction: 4 } }],
  ['power', 'Wolf', { damage: { power: 20 } }],
  ['cMod', 'Wolf', { damage: { c: 13 } }],
])('what the GM hangs on a unit counts: %s +3 on %s', (term, who, want) => {
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

test('what hangs ticks with the rounds and the turns', () => {
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

test('SW-CRIT-4 SW-ACC-6: a Critical Value that something changes is taken apart in the sum, each by its name', () => {
  const effect = {
    name: 'Keen Edge',
    who: 'Mira',
    modifiers: { cMod: -1 },
    remaining: 1,
    ticks: { at: 'end' as const },
  };
  const fight = fighting([
    ['Mira', 'allies', 'mira'],
    ['Grim', 'enemies', 'goblin'],
  ]);
  const keen = does(fight, { do: 'hang', who: 'Mira', name: 'Keen Edge', effect }).game;
  const blow = (game: typeof fight) => {
    const { events } = does(game, verb('attack', { target: 'Grim' }), ann('Mira'), [5, 5, 4, 3]);
    return rows(game.narrate(events, gmViewer)).find((row) => row.includes('power'));
  };
  expect(blow(fight)).toContain('C 10 rapier, −1 Fencer = 9 · power 14, C 9: 4+3');
  expect(blow(keen)).toContain('C 10 rapier, −1 Fencer, −1 Keen Edge = 8 · power 14, C 8: 4+3');
});

test('SW-FLOW-1: once combat is over everybody is told what is whose to do before the battle is closed', () => {
  const game = fighting(duel);
  const ended = does(
    game,
    verb('attack', { target: 'Grim', stance: '1H' }),
    ann('Wolf'),
    [6, 6, 6, 6, 6, 6, 6, 6, 2, 3],
  );
  const lines = texts(game.narrate(ended.events, stranger()));
  expect(lines.filter((each) => each.startsWith('Combat is over'))).toHaveLength(1);
  expect(lines.at(-1)).toBe(
    'Before the GM closes the battle, the allies may search the defeated with /loot, and use herbs and potions with /herb and /potion.',
  );
});
