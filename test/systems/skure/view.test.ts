import { expect, test } from 'vitest';
import { gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { ann, as, asked, battle, bob, cat, flank, gm, order, stranger, told, verb } from './stage.ts';

const blow = order(flank, as('Ann'), verb('attack', { target: 'Bob' }), [72]);

const led = battle([
  ann({ role: 'captain', class: 'Fierce Fire Elemental', promoted: true }),
  bob({ role: 'lieutenant', class: 'Zombie' }),
  cat(),
]);

test('SK-GEN-1: the view shows board, round, order, turn and combatants', () => {
  const view = flank.view(stranger);
  expect(view).toMatchObject({
    status: 'active',
    round: 1,
    phase: 'Round 1: Ann’s turn',
    notes: ['Objective: the surviving team wins.'],
  });
  expect(view.order.map(({ id, state }) => [id, state])).toEqual([
    ['Ann', 'now'],
    ['Bob', 'next'],
    ['Cat', 'next'],
  ]);
  expect(view.combatants[1]).toMatchObject({
    id: 'Bob',
    side: 'blue',
    life: 'up',
    gauges: [{ label: 'HP', text: 'wounded' }],
    place: 'F6 facing S',
    sheet: ['agility 10 · speed 22 · attack 15 · defense 5'],
  });
  expect(flank.view(gmViewer).combatants[1]).toMatchObject({ gauges: [{ text: '41/60' }] });
  expect(flank.view(gmViewer).combatants[1]?.sheet[0]).toBe('agility 10 · speed 22 · attack 15 · defense 5');
});

test('SK-GEN-1: the view omits a hidden combatant', () => {
  const seen = JSON.stringify(blow.game.view({ ...stranger, unseen: ['Ann'] }));
  expect(seen).not.toContain('Ann');
  expect(seen).toContain('Bob');
});

test('SK-GEN-1: the view shows stance, aim, conditions and remains as marks', () => {
  const game = battle([
    ann({ aim: { target: 'Bob', turns: 2 } }),
    bob({ stance: 'counter', conditions: [{ name: 'gored' }] }),
    cat({ hp: -25, life: 'dead', deathCause: 'fire', remains: 'ashes' }),
  ]);
  expect(game.view(gmViewer).combatants.map(({ marks }) => marks)).toEqual([
    ['aims at Bob (+35)'],
    ['gored', 'countering'],
    ['dead', 'turned to ashes'],
  ]);
});

test('SK-GEN-1: empty notes add no line to the sheet', () => {
  const sheets = (notes?: string) => battle([ann({ notes }), bob(), cat()]).view(gmViewer).combatants[0]?.sheet;
  expect(sheets('')).toEqual(sheets());
});

test('SK-GEN-6: the view marks leaders, and the sheet shows class and promotion', () => {
  const marks = (viewer: Viewer) => led.view(viewer).combatants.map((each) => each.marks);
  expect(marks(stranger)).toEqual([['captain'], ['lieutenant'], []]);
  expect(marks({ ...stranger, unseen: ['Ann'] })).toEqual([['lieutenant'], []]);
  const sheets = (viewer: Viewer) => led.view(viewer).combatants.map(({ sheet }) => sheet[1]);
  expect(sheets(gmViewer)).toEqual([
    'Fierce Fire Elemental · promoted · captain',
    'Zombie · lieutenant',
    'size 5 · 3F (+1) Ground · melee 1 · neutral',
  ]);
  expect(sheets(stranger)).toEqual([undefined, undefined, undefined]);
});

test('SK-GEN-6: the log names visible captains and lieutenants on joining and at the start', () => {
  const game = battle([ann({ role: 'captain' }), bob({ role: 'lieutenant' })], { status: 'setup' });
  const { events } = order(game, gm, { do: 'start' });
  const said = (viewer: Viewer) => game.narrate(events, viewer)[0]?.text;
  expect(said(stranger)).toBe(
    'The battle begins. Order: Ann, Bob. Leaders: Ann (captain of red) and Bob (lieutenant of blue).',
  );
  expect(said({ ...stranger, unseen: ['Ann'] })).toBe(
    'The battle begins. Order: Bob. Leaders: Bob (lieutenant of blue).',
  );
  const sheet = { agility: 1, speed: 1, attack: 1, defense: 1, maxHp: 9, size: 5, move: '3F Ground', role: 'captain' };
  expect(told(game, gm, { do: 'enter', entrant: { id: 'Eve', side: 'red', sheet } })).toEqual([
    'Eve joins red. Role: captain.',
  ]);
});

test('SK-GEN-1: a query refuses a hidden combatant', () => {
  expect(asked('sight', { target: 'Bob' }, flank, { ...stranger, unseen: ['Bob'] })).toBe('NO_SUCH_TARGET');
  expect(asked('reach', { target: 'Bob' }, flank, { ...stranger, unseen: ['Bob'] })).toBe('NO_SUCH_TARGET');
  expect(asked('reach', { target: 'Bob' }, flank, stranger)).toMatchObject({
    lines: [{ text: 'You do not know this combatant’s numbers; ask the GM.' }],
  });
});
