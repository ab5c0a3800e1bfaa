import { expect, test } from 'vitest';
import { defaultNumberWords, gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { dskull } from '../../../src/systems/dskull/index.ts';
import { type State, stateSchema } from '../../../src/systems/dskull/state.ts';
import { duel, eventsOf, mortar, plain, stage, type Written, warrior } from './stage.ts';

const outsider = (...unseen: readonly string[]): Viewer => ({
  gm: false,
  user: 'p',
  controls: [],
  knows: [],
  unseen,
  foes: { mode: 'words', words: defaultNumberWords },
});

/** Plays an order and tells it. */
const tell = (
  setup: Written,
  dice: readonly number[],
  verb: string,
  params: object,
  by = 'A',
  viewer: Viewer = gmViewer,
  change?: (state: State) => State,
) => {
  const table = stage(setup, dice, change);
  const game = dskull.openGame(JSON.parse(JSON.stringify(table.state())));
  return game.narrate(eventsOf(table.order(verb, params, by)), viewer);
};
const acting = (more: Written = {}): Written => ({ ...duel, activation: { warrior: 'a', active: ['sword'], ...more } });

test('DS-GEN-11: an attack as a reader with and without a pencil reads it', () => {
  const setup = {
    ...acting(),
    warriors: [
      warrior('a', 'A', [2, 2], { shield: true }),
      warrior('b', 'B', [3, 2], { shield: true, armour: 'light' }),
    ],
  };
  const lines = tell(setup, [5, 3, 5, 2, 2, 5], 'attack', { target: 'b' });
  expect(lines.map(({ text }) => text)).toContain('a attacks b with sword: 2 hits, wounded.');
  const attacked = lines.find(({ text }) => text.startsWith('a attacks'));
  expect(attacked?.rows.map((row) => row.map(({ says }) => says).join(' · '))).toEqual([
    'attack 2d−1 · −1 shield · HIT (5), ADV (3), HIT (5) · B removes HIT (die 3) · kept HIT, ADV · = 2 hits',
    'armour 1d · BLK (2) · 2 damage − 0 = 2',
    'injury 1d−1 · −1 injury roll · BLK (2), HIT (5) · A removes HIT (die 2) · kept BLK · 2 damage − 0 = 2 · wounded',
  ]);
});

test.each([
  { says: 'a move', verb: 'move', params: { path: 'C4 C5' }, dice: [], text: 'a moves from C3 to C5; 1 MP left.' },
  { says: 'movement points', verb: 'gain', params: {}, dice: [], text: 'a gains 4 MP; 8 in all.' },
  { says: 'a miss', verb: 'attack', params: { target: 'b' }, dice: [2, 2], text: 'a attacks b with sword: a miss.' },
  { says: 'an Attack action', verb: 'attack-action', params: {}, dice: [], text: 'a gains attacks: 1 with sword.' },
])('DS-CMD-16: $says is told', ({ verb, params, dice, text }) => {
  expect(tell(acting({ mp: 4 }), dice, verb, params).map((line) => line.text)).toContain(text);
});

test('DS-AOE-5: a blast is told victim by victim', () => {
  const setup = {
    board: plain,
    warriors: [warrior('a', 'A', [1, 1], { weapons: [mortar] }), warrior('b', 'B', [3, 2])],
    activation: { warrior: 'a' },
  };
  expect(tell(setup, [5, 2, 2, 2, 2], 'blast', { to: 'D3' }).map(({ text }) => text)).toEqual([
    'a aims mortar at D3.',
    'The blast hits b: 1 hit, stunned.',
  ]);
});

test('DS-GLO-8: of an unseen attacker only the deed is told', () => {
  const lines = tell(acting(), [5, 2, 2, 2], 'attack', { target: 'b' }, 'A', outsider('a'));
  expect(lines.map(({ text }) => text)).toEqual(['Somebody attacks b: 1 hit, stunned.']);
  expect(JSON.stringify(lines)).not.toMatch(/sword/);
});

test('DS-GLO-8: an unseen mover is not told of at all', () => {
  expect(tell(acting({ mp: 4 }), [], 'move', { path: 'C4' }, 'A', outsider('a'))).toEqual([]);
});

test('DS-GLO-8: whoever runs a seat with its warriors sees them, whatever is hidden', () => {
  const own: Viewer = { ...outsider('a', 'A'), controls: ['A', 'a'] };
  expect(tell(acting({ mp: 4 }), [], 'move', { path: 'C4' }, 'A', own)).toHaveLength(1);
});

test('DS-DATA-10: the view shows what one reader may see', () => {
  const state = stage({
    ...acting(),
    board: { ...plain, edges: [{ a: [0, 0], b: [1, 0], kinds: ['blocking'], door: true }] },
  }).state();
  const game = dskull.openGame(JSON.parse(JSON.stringify(state)));
  const all = game.view(gmViewer);
  expect(all).toMatchObject({
    status: 'active',
    phase: 'Round 1, resolution',
    board: { kind: 'grid', width: 8, edges: [{ kinds: ['blocking', 'door'] }] },
  });
  expect(all.combatants.map(({ id, marks, place }) => ({ id, marks, place }))).toEqual([
    { id: 'a', marks: ['acting: 2 actions, 0 MP'], place: 'C3' },
    { id: 'b', marks: [], place: 'D3' },
  ]);
  const some = game.view(outsider('b'));
  expect(some.combatants.map(({ id }) => id)).toEqual(['a']);
  expect(some.board?.kind === 'grid' && some.board.figures.map(({ id }) => id)).toEqual(['a']);
  expect(some.combatants[0]?.sheet).toEqual([]);
});

test('DS-GEN-11: the steps and the armour roll are kept where the GM makes them secret', () => {
  const setup = {
    ...acting(),
    warriors: [
      warrior('a', 'A', [2, 2], { shield: true }),
      warrior('b', 'B', [3, 2], { shield: true, armour: 'light' }),
    ],
  };
  const rows = (viewer: Viewer) =>
    JSON.stringify(tell(setup, [5, 3, 5, 2, 2, 5], 'attack', { target: 'b' }, 'A', viewer));
  const keeping = (term: string): Viewer => ({
    ...outsider(),
    foes: { mode: 'words', words: defaultNumberWords, of: { [term]: { mode: 'off', words: [] } } },
  });
  expect(rows(outsider())).toContain('shield');
  expect(rows(outsider())).toContain('armour');
  expect(rows(keeping('steps'))).not.toContain('shield');
  expect(rows(keeping('armour'))).not.toMatch(/armour|DS-INJ-5/);
});

test.each([
  { source: 'Rockfall', damage: 1, says: 'Rockfall hits chest: 1 hit, 1 damage, 2 more to destroy it.' },
  { source: undefined, damage: 2, says: 'A hazard hits chest: 2 hits, 2 damage, 1 more to destroy it.' },
  { source: 'Rockfall', damage: 3, says: 'Rockfall hits chest: 3 hits, it is destroyed.' },
])('DS-OBJ-3: $damage damage to an object is told with what is left of it', ({ source, damage, says }) => {
  const chest = { name: 'chest', at: { x: 5, y: 5 }, kind: 'use' as const, vp: 0, holds: 3 };
  const withChest = (state: State): State => stateSchema.parse({ ...state, things: [chest] });
  const lines = tell(duel, [], 'harm', { target: 'chest', damage, source }, 'gm', gmViewer, withChest);
  expect(lines.map(({ text }) => text)).toContain(says);
});
