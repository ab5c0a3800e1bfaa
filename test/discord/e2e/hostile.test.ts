import { afterAll, beforeAll, expect, test } from 'vitest';
import { logOf, onTheBridge } from './scene.ts';
import { free, isRefusal, type Table, table } from './table.ts';
import { mentions } from './table-faults.ts';

let t: Table;
beforeAll(async () => {
  t = await table('channel');
  await onTheBridge(t);
});
afterAll(async () => {
  expect(t.discord.takeFaults()).toEqual([]);
  expect(t.on.takeErrors()).toEqual([]);
  await t.close();
});

/** Expects that the line is refused privately in one clear sentence and changes nothing. */
const refusedWhole = async (
  line: string,
  files?: Readonly<Record<string, { readonly name: string; readonly content: string }>>,
): Promise<string> => {
  const before = await t.on.stores.battles.byChannel(t.place.id);
  const shown = await t.gwen.slash(line, t.place, files);
  expect(isRefusal(shown), `${line.slice(0, 200)}: ${shown.text.slice(0, 300)}`).toBe(true);
  expect(shown.text).toMatch(/[.!?]$/);
  expect(shown.text.length).toBeLessThan(450);
  expect(shown.text).not.toMatch(/undefined|\[object|number [0-9A-Z]{6}\b|at .*\.ts/);
  expect(await t.on.stores.battles.byChannel(t.place.id)).toEqual(before);
  return shown.text;
};

const evil = '**@everyone** <@175928847299117063> <@&1> [x](http://x.y) `c` ||s|| \u202egnol\u202c \u200b# h';

test.each([
  ['off the board', 'Z99'],
  ['before the first square', 'A0'],
  ['below nothing', '-1,-1'],
  ['far away', '999999,1'],
  ['no square at all', 'NaN'],
  ['a number too large', '1e9'],
  ['words', `D4; ${evil}`.slice(0, 20)],
  ['nothing but blanks that are none', '\u3164\u200b'],
])('a coordinate %s is refused', async (_, to) => {
  await refusedWhole(`/battle place target:Ann to:${to}`);
});

test.each([
  '1e9',
  'NaN',
  'Infinity',
  '0x10',
  '1.5',
  '--5',
  '٣',
  '99999999999999999999',
  'ten',
  '{}',
  '[1]',
  evil,
  'x'.repeat(300),
])('hit points of %s are refused', async (value) => {
  await refusedWhole(`/gm set field:hp value:${value.slice(0, 300)} who:Ann`);
});

test('minus zero is stored as zero', async () => {
  const shown = await t.typed(t.gwen, '/gm set', { field: 'essence', value: free('-0'), who: 'Ann' });
  expect(shown.text).not.toContain('-0');
  expect(JSON.stringify((await t.on.stores.battles.byChannel(t.place.id))?.game)).not.toContain('-0');
});

test.each([
  '1e9d6',
  '0d6',
  '1d0',
  '999999999999d6',
  'NaNd6',
  '1d6+1e309',
  'd',
  '('.repeat(200),
  '1d6'.repeat(60),
  evil,
])('a roll of %s is refused', async (dice) => {
  await refusedWhole(`/roll dice:${dice.slice(0, 100)}`);
});

test.each([
  'maxHp=1e99',
  'maxHp=NaN',
  'maxHp=-5',
  'maxHp=',
  '__proto__=1',
  'constructor=1',
  'nobody=1',
  'maxHp',
  '=',
  evil,
  'a'.repeat(500),
])('changing a sheet by %s is refused', async (changes) => {
  await refusedWhole(`/npc add preset:Zombie changes:${changes}`);
});

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const imports: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['half a text', '{"name":'],
  ['a number', '7'],
  ['null', 'null'],
  ['an empty list', '[]'],
  ['a sheet of another world', '{"level":3}'],
  ['very deep', deep(2_900)],
  ['a name of a thousand letters', JSON.stringify({ name: 'x'.repeat(1000) })],
  ['numbers out of all bounds', '{"name":"Q","agility":1e309,"maxHp":-1}'],
  ['a prototype', '{"__proto__":{"maxHp":5},"constructor":{"prototype":{}}}'],
];
test.each(imports)('JSON text that is %s adds no combatant', async (_, json) => {
  await refusedWhole(`/npc import name:Quill json:${json}`);
});

test.each([
  ...imports,
  ['large', JSON.stringify({ name: 'x'.repeat(200_000) })],
  ['too large', ' '.repeat(300_000)],
  ['deeper than any stack', deep(120_000)],
  ['many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n])))],
] as const)('a JSON file that is %s adds no combatant', async (_, content) => {
  await refusedWhole('/npc import name:Quill file:sheet', { sheet: { name: 'sheet.json', content } });
});

test.each([
  '/battle log entry:999999',
  '/undo to:999999',
  `/attack target:${evil}`,
  `/attack target:${'x'.repeat(100)}`,
  `/rule words:${'z'.repeat(90)}`,
  `/my answer choice:${evil.slice(0, 100)}`,
  `/move path:${'N '.repeat(290)}`,
  '/move path:NaN',
  `/battle settings key:${evil.slice(0, 60)} value:1`,
  `/gm effect name:Hex who:Ann modifiers:${evil.slice(0, 100)}`,
  `/gm hide who:${evil.slice(0, 100)}`,
])('%s is refused', async (line) => {
  await refusedWhole(line);
});

test('names and texts of users are shown literally and notify no one', async () => {
  const before = (await logOf(t)).length;
  const channel = t.discord.newChannel('elsewhere');
  const gina = t.discord.user(`Gina ${evil}`.slice(0, 32), { manages: true }).at(channel);
  const opened = await gina.slash(`/battle create system:skure name:${evil.slice(0, 80)}`);
  expect(opened.private).toBe(false);
  await gina.slash(`/battle join preset:Zombie name:${evil.slice(0, 30)} side:${evil.slice(0, 30)}`);
  await gina.slash(`/gm ruling text:${evil.repeat(4).slice(0, 500)}`);
  await gina.slash(`/npc import name:Q json:{"name":"${evil.slice(0, 40)}"}`);
  await t.discord.quiet();
  expect(mentions(t)).toEqual([]);
  const told = t.discord.told([t.gwen, t.ann, t.bob, t.eve]).join();
  expect(told).not.toMatch(/[\u202a-\u202e]/);
  expect(told).toContain('http\\\\://x.y');
  expect((await logOf(t)).length).toBe(before);
});
