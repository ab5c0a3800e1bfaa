import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import type { Raw } from '../../conformance/segment/raw.ts';
import type { Stage } from '../../conformance/segment/stage.ts';
import { ann, bow, closed, grim, idle, run, tableOf } from './table.ts';

const publicViewer = { ...gmViewer, gm: false, controls: [] };
const wounds = '1-50 none; 51-90 broken arm; 91-00 lost an eye';

/** Ann attacks Grim with these dice after her initiative; Grim does nothing. */
const struck = (dice: readonly number[], settings: Raw): Stage => {
  const stage = tableOf([ann(), grim({ hp: 60, maxHp: 60 })], [5, ...dice], settings);
  run(closed(stage, { Ann: { action: 'attack', target: 'Grim' }, Grim: idle }));
  return stage;
};
const keptTables = (stage: Stage) =>
  segment.openGame(JSON.parse(JSON.stringify(stage.state()))).carriedSettings().tables;
const grimOf = (stage: Stage) => stage.state().combatants.find(({ id }) => id === 'Grim');
const saidTo = (stage: Stage, viewer: typeof gmViewer): string =>
  segment
    .openGame(JSON.parse(JSON.stringify(tableOf([ann(), grim()]).state())))
    .narrate(stage.events(), viewer)
    .map(({ text }) => String(text))
    .join('\n');

test.each([
  [50, [], 'no grievous wound'],
  [51, ['broken arm'], 'grievous wound: broken arm'],
  [90, ['broken arm'], 'grievous wound: broken arm'],
  [91, ['lost an eye'], 'grievous wound: lost an eye'],
  [100, ['lost an eye'], 'grievous wound: lost an eye'],
])('SEG-TABLE-3 SEG-TABLE-2 a grievous hit that rolls %i takes the row of the table', (fell, want, said) => {
  const stage = struck([1, 4, fell], { tables: `grievous: ${wounds}` });
  expect(stage.left()).toBe(0);
  expect(grimOf(stage)).toMatchObject({ wounds: want, grievousPending: false });
  expect(saidTo(stage, publicViewer).toLowerCase()).toContain(said);
});

test('SEG-TABLE-3 SEG-CRIT-5 SEG-RUL-27 without a table nothing is rolled and only the GM is asked', () => {
  const stage = struck([1, 4], {});
  expect(stage.left()).toBe(0);
  expect(grimOf(stage)).toMatchObject({ wounds: [], grievousPending: true });
  expect(saidTo(stage, gmViewer)).toContain('/segment table name:grievous');
  expect(saidTo(stage, publicViewer)).not.toContain('GM:');
});

test('SEG-TABLE-3 a critical hit does not roll on the table', () => {
  const stage = struck([4, 4], { tables: `grievous: ${wounds}` });
  expect(stage.left()).toBe(0);
  expect(grimOf(stage)).toMatchObject({ wounds: [], grievousPending: false });
});

const give = (stage: Stage, rows: string, by = 'GM', name = 'Grievous') =>
  stage.order(by, 'table', { name, rows }, by === 'GM' ? 'GM' : undefined);

test('SEG-TABLE-1 the GM sets, replaces and removes a table at any time', () => {
  const stage = tableOf([ann(), grim()], [], { tables: `weather: 1-6 rain` });
  expect(give(stage, wounds)).toBeUndefined();
  expect(keptTables(stage)).toBe('weather: 1-6 rain | grievous: 1-50 none; 51-90 broken arm; 91-100 lost an eye');
  expect(give(stage, '1-4 slain\n5-6 none')).toBeUndefined();
  expect(give(stage, 'none', 'GM', 'weather')).toBeUndefined();
  expect(keptTables(stage)).toBe('grievous: 1-4 slain; 5-6 none');
  expect(saidTo(stage, publicViewer)).toContain('The table “grievous”: 2 rows.');
});

test.each([
  '\uFEFF1-50 none\r\n51-90 broken arm\r\n91-00 lost an eye\r\n',
  '1-50,none\n51-90, broken arm\n91-100,lost an eye',
  '1-50: none; 51-90: broken arm; 91-100: lost an eye',
])('SEG-TABLE-1 rows are read from a file or from columns: %j', (file) => {
  const stage = tableOf([ann(), grim()]);
  expect(stage.order('GM', 'table', { name: 'grievous', file }, 'GM')).toBeUndefined();
  expect(keptTables(stage)).toBe('grievous: 1-50 none; 51-90 broken arm; 91-100 lost an eye');
  expect(stage.order('GM', 'table', { name: 'grievous', file: '' }, 'GM')).toBe('BAD_ACTION');
});

test('SEG-TABLE-1 a player may not set a table', () => {
  const stage = tableOf([ann(), grim()]);
  expect(give(stage, wounds, 'Ann')).toBe('NOT_GM');
  expect(keptTables(stage)).toBe('none');
});

test.each([
  ['', 'there are no rows'],
  ['broken arm', '“broken arm” is not a row'],
  ['1 - 6 slain', 'is not a row'],
  ['2-6 slain', 'the rows begin with 2'],
  ['1-3 slain; 5-6 none', 'after 3 the next row begins with 5'],
  ['1-3 slain; 3-6 none', 'after 3 the next row begins with 3'],
  ['1-6 slain; 7-3 none', 'counts backwards'],
  ['1-101 slain', 'the largest die has 100 sides'],
  ['1-6 slain | x', 'with | between tables'],
  ['1-6 head: gone', 'remove it'],
])('SEG-TABLE-1 rows that do not cover a die are refused: %s', (rows, problem) => {
  expect(JSON.stringify(segment.createGame({ tables: `wounds: ${rows}` }))).toContain(problem);
  const stage = tableOf([ann(), grim()]);
  expect(give(stage, rows === '' ? ';' : rows)).toBe('BAD_ACTION');
  expect(keptTables(stage)).toBe('none');
});

test('SEG-TABLE-2 the GM rolls on a table by its name; an unknown name is refused', () => {
  const stage = tableOf([ann(), grim()], [3], { tables: 'range of field: 1-2 open; 3-4 wooded' });
  expect(stage.order('GM', 'table', { name: 'Range of Field' }, 'GM')).toBeUndefined();
  expect(stage.left()).toBe(0);
  expect(saidTo(stage, publicViewer)).toContain('range of field: wooded.');
  expect(stage.order('GM', 'table', { name: 'loot' }, 'GM')).toBe('NO_TABLE');
});

test.each([
  [1, -20],
  [2, -10],
  [3, 0],
])('SEG-TABLE-4 SEG-RUL-85 Double Shot at Master Bowman rank %i adds %i to SC', (rank, want) => {
  const shooter = ann({ hand: 'bow', masterBowman: rank, weapons: [bow] });
  const stage = tableOf([shooter, grim({ pos: [6, 0] })], [5, 97], { tables: 'double shot: 1 -20 each; 2 −10 each' });
  run(closed(stage, { Ann: { action: 'attack', target: 'Grim', options: 'double shot' }, Grim: idle }));
  const [attack] = stage.events().flatMap((each) => (each.type === 'attacked' ? [each] : []));
  const added = attack?.scParts.filter(({ rule }) => rule === 'SEG-TABLE-4').map(({ value }) => value);
  expect(added).toEqual(want === 0 ? [] : [want]);
  expect(stage.left()).toBe(0);
});

test('SEG-TABLE-4 the table changes nothing without Double Shot', () => {
  const shooter = ann({ hand: 'bow', masterBowman: 1, weapons: [bow] });
  const stage = tableOf([shooter, grim({ pos: [6, 0] })], [5, 97], { tables: 'double shot: 1 -20' });
  run(closed(stage, { Ann: { action: 'attack', target: 'Grim' }, Grim: idle }));
  const parts = stage.events().flatMap((each) => (each.type === 'attacked' ? each.scParts : []));
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.map(({ rule }) => rule)).not.toContain('SEG-TABLE-4');
});

test('SEG-TABLE-5 tables are the same after formatting and parsing', () => {
  for (const written of ['none', 'grievous: 1-50 none; 51-100 broken arm | double shot: 1 -20; 2 -10'])
    expect(keptTables(tableOf([ann(), grim()], [], { tables: written }))).toBe(written);
  expect(segment.createGame({ tables: 'grievous: 2-6 slain' })).toMatchObject({ ok: false });
});
