import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTextFile } from '../../src/console/practice-files.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { createPracticeApp } from '../../src/wiring/practice-app.ts';
import { atTheTable, duel } from './at-the-table.ts';

const said = async (table: Awaited<ReturnType<typeof atTheTable>>, line: string) => {
  const heard = await table.handleLine(line);
  return 'text' in heard ? heard.text : heard.kind;
};

test('“as NAME” changes the speaker, “as NAME:” for one order only', async () => {
  const table = await atTheTable();
  expect(table.asker().name).toBe('gm');
  expect(await said(table, 'as ada')).toBe('You speak as ada.');
  await table.handleLine('as bo: /help');
  expect(table.asker().name).toBe('ada');
});

test('“in PLACE” changes to another channel', async () => {
  const table = await atTheTable(duel);
  expect(await said(table, 'in cellar')).toBe('You are in cellar.');
  expect(await table.handleLine('/battle status')).toMatchObject({ kind: 'refused', code: 'no-battle-here' });
  await table.handleLine('in table');
  expect(await said(table, '/battle status')).toContain('The ford · Skure');
});

test('blank lines and # remarks are ignored, and quit leaves', async () => {
  const table = await atTheTable();
  expect(await table.handleLine('   ')).toEqual({ kind: 'silence' });
  expect(await table.handleLine('# a remark')).toEqual({ kind: 'silence' });
  for (const line of ['/quit', 'quit', '/exit', 'BYE']) expect(await table.handleLine(line)).toEqual({ kind: 'leave' });
});

test('the status does not repeat what the text picture shows', async () => {
  const status = await said(await atTheTable(duel), '/battle status');
  expect(status.match(/Round 1: Bo’s turn/g)).toHaveLength(1);
  expect(status.match(/Ada · .*45\/45 HP/g)).toHaveLength(1);
  expect(status).toContain('Waiting for: Bo to act');
});

test('a question shows the commands that answer it', async () => {
  const table = await atTheTable([
    'as mara: /battle create system:dskull settings:dice.dropPolicy=ask',
    'as ada: /battle join preset:watch',
    'as bo: /battle join preset:thornwake',
    'as mara: /battle start',
    'as mara: /dskull policy ada policy:auto',
  ]);
  let text = '';
  for (let n = 0; n < 20 && !text.includes('to activate a warrior'); n++) text = await said(table, 'as mara: /gm skip');
  for (let n = 0; n < 9 && !text.includes('/my answer'); n++)
    text = await said(table, 'as mara: /check skill:tactics seat:ada bonus:-1');
  expect(text).toMatch(/removes 1 die\.\n.*\n {2}→ \w+ decides\n {2}\/my answer choice:\d {2}Remove /);
});

test('/undo list:yes shows the commands that undo', async () => {
  const text = await said(await atTheTable(duel), 'as mara: /undo list:yes');
  expect(text).toContain('  /undo to:6  6. The battle begins. Order: Bo, Ada.');
});

const long = 'x'.repeat(1000);
test.each([
  { line: `/battle create system:skure name:${long}`, says: '! Option name: at most 80 characters.' },
  { line: '/npc add zombie count:1e9', says: '! Option count: 1e9 is not a whole number.' },
  { line: '/npc add zombie count:-0', says: '! Option count: at least 1.' },
  { line: '/npc add zombie changes:hp=1e999', says: '! That is not a combatant for Skure: hp: a number is needed.' },
  {
    line: '/npc add zombie changes:__proto__.x=1',
    says: '! The sheet has nothing named __proto__.x. Available: name, class, promoted,',
  },
  { line: '/gm set hp value:NaN who:all', says: '! Option value: a whole number from −1000 to 10000 is needed.' },
  { line: '/roll 1e9d6', says: '! 1e9d6 cannot be rolled: e9d6 is not understood.' },
  {
    line: '/attack',
    says: '! Option target: missing: Who to attack. Usage: /attack target',
  },
  { line: '/attack who:Bo', says: '! /attack has no option who. It takes: target, mode, as, rolls, dice.' },
  { line: `/${long}`, says: `! There is no command /${'x'.repeat(39)}. /help shows what you can type.` },
  { line: 'as \u202e', says: '! Write “as ada” to speak as Ada' },
  { line: 'as', says: '! Write “as ada” to speak as Ada' },
  { line: 'in', says: '! Write “as ada” to speak as Ada' },
])('$line is refused with one sentence and changes nothing', async ({ line, says }) => {
  const table = await atTheTable(duel);
  const before = await said(table, 'as mara: /battle status');
  await table.handleLine('as mara');
  const heard = await table.handleLine(line);
  expect(heard.kind).toBe('refused');
  const text = 'text' in heard ? heard.text : '';
  expect(text.startsWith(says), text).toBe(true);
  expect(text).not.toContain('\n');
  expect(await said(table, 'as mara: /battle status')).toBe(before);
});

test.each([
  { to: 'Z99', says: '! Z99 is off the board' },
  { to: 'A0', says: '! Option to: write a square like D4.' },
  { to: '1e9', says: '! Option to: write a square like D4.' },
])('/battle place refuses $to as a square', async ({ to, says }) => {
  const table = await atTheTable(duel.slice(0, 3));
  expect(await said(table, `as mara: /battle place Ada to:${to}`)).toMatch(new RegExp(`^${says}`));
});

test('control characters and text direction marks are removed from the output', async () => {
  const table = await atTheTable();
  await table.handleLine('/battle create system:skure name:Fo\u202erd\u0007\u001b[31m');
  const joined = await said(table, 'as \u202eada: /battle join preset:swordsman name:A\u200bda\u0000');
  const shown = `${joined}\n${await said(table, '/battle status')}`;
  expect(shown).toContain('Ford[31m · Skure');
  expect(shown).toContain('Ada joins allies.');
  expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cf}/u);
});

test('a file named in an option is read', async () => {
  const house = createPracticeApp({
    stores: createMemoryStores(),
    now: () => Date.UTC(2026, 0, 1),
    newId: () => 'order',
    style: { colour: false },
    readTextFile: readTextFile,
  });
  const heard = async (line: string) => await house.table.handleLine(line);
  expect(await heard('/library import file:test/formats/ytsheet2/pc-sorcerer.json')).toMatchObject({
    kind: 'said',
    text: expect.stringContaining('蒼月のイスメネ is saved (Sword World)'),
  });
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  const bestiary = join(folder, 'bestiary.csv');
  writeFileSync(bestiary, '\uFEFF名前,防護点,HP\n牙犬,3,9', 'utf16le');
  expect(await heard(`/library import kind:foe look:yes file:${bestiary}`)).toMatchObject({
    text: expect.stringMatching(/defense 3[\s\S]*The file was read as UTF-16\./),
  });
  writeFileSync(bestiary, '名前,防護点\n\xff', 'latin1');
  expect(await heard(`/library import kind:foe file:${bestiary}`)).toMatchObject({ code: 'file-not-text' });
  rmSync(folder, { recursive: true });
  expect(await heard('/library import file:test/formats')).toMatchObject({ code: 'format-unknown' });
  expect(await heard('/library import file:nowhere/nothing.json')).toMatchObject({ code: 'format-unknown' });
  expect(readTextFile('package-lock.json', 100)).toMatchObject({ ok: false, error: { code: 'too-big' } });
});

test('a refusal of a misspelled name shows the commands with similar names', async () => {
  const text = await said(await atTheTable(duel), 'as bo: /attack target:Adda');
  expect(text).toMatch(/^! .*Adda.*\n {2}\/attack target:Ada {2}Ada/);
});
