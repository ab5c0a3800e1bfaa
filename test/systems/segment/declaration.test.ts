import { expect, test } from 'vitest';
import { type BattleEvent, segment } from '../../../src/systems/segment/index.ts';
import { find, mainActionKinds } from '../../../src/systems/segment/state.ts';
import type { Stage } from '../../conformance/segment/stage.ts';
import {
  ann,
  annsPlayer,
  bow,
  closed,
  grim,
  idle,
  mend,
  olaf,
  run,
  seeAllViewer,
  strike,
  sword,
  tableOf,
  told,
  viewed,
} from './table.ts';

/** The first event of a type, which is Ann’s: she declares and rolls first. */
const eventOf = <Type extends BattleEvent['type']>(stage: Stage, type: Type) =>
  stage.events().find((event): event is Extract<BattleEvent, { type: Type }> => event.type === type);

/**
 * The further parameters of each main action: a target in reach or far away, a path, a spell, an object on the ground.
 */
const far = { path: 'toward Olaf' };

test('SEG-FREE-1 SEG-RUL-61 the GM sets the list of free actions', () => {
  const stage = tableOf([ann(), grim()], [], { freeActions: ['sing'] });
  expect(stage.state().settings.freeActions).toEqual(['sing']);
  expect(stage.order('Ann', 'declare', { ...strike, options: 'free sing' })).toBeUndefined();
});

test('SEG-RUL-1 only its player and the GM see a secret declaration before closing', () => {
  const stage = tableOf([ann(), grim()], [7], { declarations: 'private' });
  const from = stage.state();
  stage.order('Ann', 'declare', { ...strike, options: 'defend 20' });
  const events = stage.events();
  expect(told(from, events, seeAllViewer).map(({ text }) => text)).toEqual(['Ann has declared.']);
  expect(told(from, events, annsPlayer)[0]?.text).toContain('sword on Grim, Defending for 20 SC');
  expect(JSON.stringify(viewed(stage.state(), seeAllViewer))).not.toMatch(/Defending|sword on/);
  expect(JSON.stringify(viewed(stage.state(), annsPlayer))).toContain('Defending for 20 SC');
  const open = stage.state();
  closed(stage, { Grim: { action: 'none' } });
  expect(JSON.stringify(told(open, stage.events().slice(1), seeAllViewer))).toContain(
    'Ann declared an attack: sword on Grim',
  );
});

test('SEG-RUL-1 everyone sees an open declaration', () => {
  const stage = tableOf([ann(), grim()]);
  const from = stage.state();
  stage.order('Ann', 'declare', strike);
  expect(told(from, stage.events(), seeAllViewer)[0]?.text).toContain('Ann declares an attack: sword on Grim');
});

test('SEG-DECL-3 SEG-DECL-4 the offers are what is legal now', () => {
  const stage = tableOf([ann({ hand: 'sword', weapons: [sword, bow], spells: [mend] }), grim()]);
  const game = segment.openGame(JSON.parse(JSON.stringify(stage.state())));
  const call = { actor: 'Ann', by: 'p1', gm: false, controls: ['Ann'], pending: undefined };
  const viewer = {
    gm: false,
    user: 'p1',
    controls: ['Ann'],
    knows: [],
    unseen: [],
    foes: { mode: 'off' as const, words: [] },
  };
  const freeWords = ['free speak or shout', 'free drop an item', 'free drop prone', 'free let go of something'];
  const offered = (param: string, soFar = {}) =>
    game.offers('declare', param, call, soFar, viewer)?.map(({ value }) => value) ?? [];
  expect(offered('action')).toContain('withdraw');
  expect(offered('action')).not.toContain('move');
  expect(offered('action')).not.toContain('pick-up');
  expect(offered('target')).toEqual(['Grim']);
  expect(offered('target', { action: 'cast' })).toEqual(['Grim', 'Ann']);
  expect(offered('weapon')).toEqual(['sword', 'bow']);
  expect(offered('options')).toContain('sheathe sword');
  expect(offered('options', { action: 'attack' })).toContain('sheathe sword, draw bow');
  expect(offered('options', { action: 'attack' })).not.toContain('aim');
  expect(offered('options', { action: 'cast' })).toEqual(['no movement', ...freeWords]);
  expect(offered('options', { action: 'desperate-defense' })).toEqual([]);
  expect(game.offers('declare', 'target', call, {}, { ...viewer, unseen: ['Grim'] })).toEqual([]);
});

test('SEG-DECL-1 a declaration rolls nothing and may be replaced until closing', () => {
  const stage = tableOf([ann({ attacks: 2 }), grim()], [7]);
  expect(stage.order('Ann', 'declare', strike)).toBeUndefined();
  expect(stage.order('Ann', 'declare', { action: 'move-attack', target: 'Grim' })).toBeUndefined();
  expect(stage.left()).toBe(1);
  closed(stage, { Grim: idle });
  expect(find(stage.state(), 'Ann')?.initiatives.map(({ segment }) => segment)).toEqual([2]);
  expect(stage.order('Ann', 'declare', strike)).toBe('WRONG_PHASE');
});

test.each([
  { main: 'attack', kept: [1, 2, 3, 4, 5, 6], initiative: 0, feet: undefined, more: { target: 'Grim' } },
  { main: 'move-attack', kept: [1, 1, 2, 2, 3, 3], initiative: -5, feet: 30, more: { target: 'Olaf' } },
  { main: 'attack-move', kept: [1, 2, 3, 4, 5, 6], initiative: 0, feet: 30, more: { target: 'Grim', ...far } },
  { main: 'run-attack', kept: [1, 1, 1, 2, 2, 3], initiative: -7, feet: 60, more: { target: 'Olaf' } },
  { main: 'move', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: 60, more: far, free: true },
  { main: 'dodge', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: 60, more: far, free: true },
  { main: 'withdraw', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: 60, more: {} },
  { main: 'cast', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined, more: { spell: 'Mend' } },
  { main: 'move-cast', kept: [0, 0, 0, 0, 0, 0], initiative: -5, feet: 30, more: { spell: 'Mend', ...far } },
  { main: 'hold', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined, more: { spell: 'Mend' } },
  { main: 'full-defense', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined, more: {} },
  { main: 'desperate-defense', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined, more: {} },
  { main: 'pick-up', kept: [0, 0, 0, 0, 0, 0], initiative: -5, feet: undefined, more: {} },
  { main: 'first-aid', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined, more: {} },
  { main: 'other', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined, more: { does: 'waits' } },
  { main: 'none', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined, more: {} },
])(
  'SEG-DECL-3 SEG-MOVE-1 $main has its attacks, initiative and allowance',
  ({ main, kept, initiative, feet, more, free = false }) => {
    const given = { tmr: 60, spells: [mend], atFeet: ['bow'], stuck: ['arrow'] };
    const declared = [1, 2, 3, 4, 5, 6].map((attacks) => {
      const dice = Array.from({ length: 6 }, () => 1);
      const far = olaf({ pos: [30, 0] });
      const stage = tableOf([ann({ ...given, attacks }), grim(free ? { pos: [0, 20] } : {}), far], dice);
      return closed(stage, { Ann: { action: main, ...more }, Grim: idle, Olaf: idle });
    });
    expect(declared.map((stage) => eventOf(stage, 'declared')?.declaration.kept)).toEqual(kept);
    const rolled = declared[0] && eventOf(declared[0], 'initiative-rolled');
    expect(rolled?.who).toBe('Ann');
    expect(rolled?.parts.reduce((sum, { value }) => sum + value, 0)).toBe(initiative);
    // Ten segments, in fortieths of a foot for each foot of TMR.
    expect(rolled?.march && (10 * rolled.march.rate * 60) / 40).toBe(feet);
  },
);

test('SEG-DECL-3 the test table has every main action', () => {
  expect(mainActionKinds).toHaveLength(16);
});

test('SEG-DEF-3 Defending can be chosen only in a declaration', () => {
  const stage = closed(tableOf([ann(), grim()], [5]), { Ann: strike, Grim: idle });
  expect(stage.order('Grim', 'declare', { action: 'none', options: 'defend 10' })).toBe('WRONG_PHASE');
  expect(find(stage.state(), 'Grim')?.defending).toBeUndefined();
});

test('SEG-DECL-6 the last declaration closes them all with autoClose', () => {
  const stage = tableOf([ann(), grim()], [5], { autoClose: true });
  stage.order('Ann', 'declare', strike);
  expect(stage.state().phase).toBe('declare');
  stage.order('Grim', 'declare', idle);
  expect(stage.state().phase).toBe('resolve');
  expect(stage.left()).toBe(0);
});

test('SEG-RUL-1 the GM closes private declarations', () => {
  const stage = closed(tableOf([ann(), grim()], [5, 97], { declarations: 'private' }), { Ann: strike, Grim: idle });
  expect(run(stage)).toBeUndefined();
  expect(stage.left()).toBe(0);
});

test.each([
  { options: 'aim; free shout; free drop an item; drink red by attacks', kept: 0 },
  { options: 'aim; free shout; free drop an item', kept: 3 },
])('SEG-INIT-8 each loss counts from the normal number: $options', ({ options, kept }) => {
  const stage = tableOf([ann({ attacks: 5, hand: 'bow', potions: ['red'] }), grim({ pos: [9, 0] })]);
  expect(stage.order('Ann', 'declare', { ...strike, options })).toBeUndefined();
  expect(find(stage.state(), 'Ann')?.declaration?.kept).toBe(kept);
});
