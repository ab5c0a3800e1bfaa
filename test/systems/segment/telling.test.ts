import { expect, test } from 'vitest';
import type { Viewer } from '../../../src/rules/reader.ts';
import { defaultNumberWords, gmViewer } from '../../../src/rules/reader.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import type { State } from '../../../src/systems/segment/state.ts';
import { ann, closed, grim, mend, run, tableOf } from './table.ts';

const everybody: Viewer = {
  gm: false,
  user: undefined,
  controls: [],
  knows: [],
  unseen: [],
  foes: { mode: 'words', words: defaultNumberWords },
};
const annsPlayer: Viewer = { ...everybody, user: 'p1', controls: ['Ann'] };
const strike = { action: 'attack', target: 'Grim' };
const told = (from: State, events: readonly unknown[], viewer: Viewer) =>
  segment.openGame(JSON.parse(JSON.stringify(from))).narrate(events, viewer);
const viewed = (state: State, viewer: Viewer) => segment.openGame(JSON.parse(JSON.stringify(state))).view(viewer);

/** A whole round of Ann striking Grim, with the battle it began from. */
const round = (dice: readonly number[], them = [ann(), grim({ prot: { armor: 4, other: 0 } })]) => {
  const stage = tableOf(them, dice);
  const from = stage.state();
  run(closed(stage, { Ann: strike, Grim: { action: 'none' } }));
  return { stage, from };
};

test('SEG-HIT-6 SEG-GEN-2: an attack logs every number, and its modifiers add up', () => {
  const { stage } = round(
    [8, 20, 5],
    [ann({ encumbered: true }), grim({ prot: { armor: 4, other: 0 }, encumbered: true })],
  );
  const event = stage.events().find((each) => each.type === 'attacked');
  expect(event).toMatchObject({
    segment: 8,
    sc: 90,
    def: 30,
    need: 60,
    roll: 20,
    grievousMax: 3,
    criticalMax: 9,
    outcome: 'hit',
    rolled: 7,
    impact: {
      damage: 7,
      prot: 4,
      taken: 3,
      hp: 47,
      stunThreshold: 10,
      stunned: false,
      armorLoss: 0,
      armorProt: 4,
      interrupted: false,
    },
  });
  const sum = (parts: readonly { readonly value: number }[] = []) =>
    parts.reduce((total, { value }) => total + value, 0);
  expect([sum(event?.scParts), sum(event?.defParts), sum(event?.damageParts)]).toEqual([90, 30, 7]);
  expect(event?.scParts).toContainEqual({ rule: 'SEG-MELEE-5', label: 'encumbered', value: -10 });
});

test('SEG-GEN-2: dice carry the name of what they were rolled for', () => {
  const { stage } = round([8, 20, 5]);
  expect(stage.dice.rolledDice()).toEqual([
    { name: 'initiative', sides: 10, value: 8 },
    { name: 'attack', sides: 100, value: 20 },
    { name: 'damage', sides: 8, value: 5 },
  ]);
});

test('an attack in one line, with rows for a pencil', () => {
  const { stage, from } = round([8, 5, 8]);
  const line = told(from, stage.events(), gmViewer).find(({ text }) => text.includes('hits'));
  expect(line?.text).toBe('Segment 8: Ann critically hits Grim for 20, sword. Grim is stunned. Grim: 30/50 HP.');
  expect(line?.rows.map((row) => row.map(({ says }) => says).join(' · '))).toEqual([
    'SC 100 sword · = 100',
    'DEF 40 base · = 40',
    'need 100 − 40 = 60 · grievous up to 3, critical up to 9 · d100 5 → critical',
    'damage 8 d8 · +2 bonus · = 10 · doubled: 20 · 20 damage taken · 30 HP left · stuns above 10 damage',
  ]);
});

test('those who are not told a foe’s numbers get words, and the attacker’s own sum', () => {
  const { stage, from } = round([8, 20, 5]);
  const line = told(from, stage.events(), annsPlayer).find(({ text }) => text.includes('hits'));
  expect(line?.text).toBe('Segment 8: Ann hits Grim for 7 before protection, sword. Grim: scratched.');
  const rows = JSON.stringify(line?.rows);
  expect(rows).toContain('SC 100 sword');
  expect(rows).toContain('DEF 40 base');
  expect(rows).not.toContain('43 HP');
  const secret = { ...annsPlayer, foes: { ...annsPlayer.foes, of: { def: { mode: 'off' as const, words: [] } } } };
  const kept = told(from, stage.events(), secret).find(({ text }) => text.includes('hits'));
  expect(JSON.stringify(kept?.rows)).not.toMatch(/DEF|need/);
});

test('SEG-RUL-1: a private declaration is told to its player and the GM alone until closing', () => {
  const stage = tableOf([ann(), grim()], [7], { secretDeclarations: true });
  const from = stage.state();
  stage.order('Ann', 'declare', { ...strike, options: 'defend 20' });
  const events = stage.events();
  expect(told(from, events, everybody).map(({ text }) => text)).toEqual(['Ann has declared.']);
  expect(told(from, events, annsPlayer)[0]?.text).toContain('sword on Grim, Defending for 20 SC');
  expect(JSON.stringify(viewed(stage.state(), everybody))).not.toMatch(/Defending|sword on/);
  expect(JSON.stringify(viewed(stage.state(), annsPlayer))).toContain('Defending for 20 SC');
  const open = stage.state();
  closed(stage, { Grim: { action: 'none' } });
  expect(JSON.stringify(told(open, stage.events().slice(1), everybody))).toContain(
    'Ann declared an attack: sword on Grim',
  );
});

test('SEG-RUL-1: an open declaration is told to all', () => {
  const stage = tableOf([ann(), grim()]);
  const from = stage.state();
  stage.order('Ann', 'declare', strike);
  expect(told(from, stage.events(), everybody)[0]?.text).toContain('Ann declares an attack: sword on Grim');
});

test('SEG-ROUND-2: the timeline shows what happens on each segment, done and to come', () => {
  const stage = closed(tableOf([ann({ attacks: 2, spells: [mend] }), grim({ spells: [mend] })], [9, 4, 8, 97]), {
    Ann: strike,
    Grim: { action: 'cast', spell: 'Mend', target: 'Grim' },
  });
  stage.order('GM', 'next');
  const strip = viewed(stage.state(), gmViewer).timeline;
  expect(strip?.slots.map(({ label }) => label)).toEqual([
    '10',
    '9',
    '8',
    '7',
    '6',
    '5',
    '4',
    '3',
    '2',
    '1',
    '0',
    '−1',
    '−2',
    '−3',
    '−4',
    '−5',
  ]);
  expect(strip?.slots.filter(({ entries, now }) => now || entries.length > 0)).toEqual([
    { label: '9', now: true, entries: [{ id: 'Ann', what: 'sword on Grim', done: true }] },
    { label: '8', now: false, entries: [{ id: 'Grim', what: 'begins Mend on Grim', done: false }] },
    { label: '4', now: false, entries: [{ id: 'Ann', what: 'sword on Grim', done: false }] },
  ]);
});

test('the board is a grid of 5-foot squares', () => {
  const { board } = viewed(tableOf([ann(), grim()], [], { board: { width: 6, height: 4 } }).state(), gmViewer);
  expect(board).toMatchObject({
    kind: 'grid',
    width: 6,
    height: 4,
    scale: '5 feet',
    figures: [
      { id: 'Ann', x: 0, y: 0 },
      { id: 'Grim', x: 1, y: 0 },
    ],
  });
  expect(viewed(tableOf([ann(), grim()], [], { useMap: false }).state(), gmViewer).board).toBeUndefined();
});

test('nothing of an unseen combatant is shown, nor its blows signed', () => {
  const stage = tableOf([ann(), grim()], [8, 20, 5]);
  const from = stage.state();
  run(closed(stage, { Ann: { action: 'none' }, Grim: { action: 'attack', target: 'Ann' } }));
  const blind: Viewer = { ...annsPlayer, unseen: ['Grim'] };
  const lines = told(from, stage.events(), blind);
  expect(lines.some(({ text }) => text.startsWith('Segment 8: somebody hits Ann for 7.'))).toBe(true);
  expect(JSON.stringify(lines)).not.toContain('Grim');
  expect(JSON.stringify(viewed(stage.state(), blind))).not.toContain('Grim');
});

test('a surprise the GM names is told to the GM alone', () => {
  const stage = tableOf([ann(), grim()]);
  const from = stage.state();
  stage.order('GM', 'surprise', { attacker: 'Grim', target: 'Ann', kind: 'out' }, 'GM');
  expect(told(from, stage.events(), gmViewer).map(({ text }) => text)).toEqual([
    'Surprise of Ann by Grim: out of combat.',
  ]);
  expect(told(from, stage.events(), annsPlayer)).toEqual([]);
});

test('every event of random play has been seen to make sentences', () => {
  const { stage, from } = round([8, 96]);
  for (const line of told(from, stage.events(), gmViewer)) expect(line.text).toMatch(/[.!?]$/);
});
