import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, type Table, table } from './table.ts';

let t: Table;
beforeAll(async () => {
  t = await table();
});
afterAll(() => t.close());

const attached = (name: string) => ({ it: { name, content: readFileSync(`test/formats/${name}`, 'utf8') } });

test('sheets attached as files or pasted as text are saved and join a battle', async () => {
  const { gwen, ann, bob } = t;
  const kept = await ann.slash('/library import file:it', t.place, attached('ytsheet2/pc-fighter.json'));
  expect(kept.private).toBe(true);
  expect(kept.text).toContain('ラグナ・トール is saved (Sword World)');
  expect(kept.text).toContain('Skipped: ');
  const piece = JSON.stringify(JSON.parse(readFileSync('test/formats/ccfolia/character.json', 'utf8')));
  const pasted = await bob.slash(`/library import name:Bo json:${piece}`, t.place);
  expect(pasted.text).toContain('From a character of CCFOLIA.');
  await gwen.slash('/battle create system:sword-world name:The mire', t.place);
  await ann.slash('/battle join character:ラグナ・トール side:allies', t.place);
  await bob.slash('/battle join character:Bo side:allies', t.place);
  const foes = await gwen.slash(
    '/npc import side:enemies file:it',
    t.place,
    attached('ytsheet2/monster-sections.json'),
  );
  expect(foes.private).toBe(false);
  expect(foes.text).not.toContain('unique skills');
  await t.on.settled();
  const aside = gwen.sees(t.place).findLast((each) => each.private);
  expect(aside?.text).toContain('unique skills, for the GM to play: 攻撃障害=+4・なし');
  expect(bob.sees(t.place).some(({ text }) => text.includes('泡吐き'))).toBe(false);
  const bestiary = { it: { name: 'bestiary.csv', content: 'name;hp;damage\nGull;8;2d+1\nOx;19;2d+4' } };
  await gwen.slash('/npc import count:2 side:enemies file:it', t.place, bestiary);
  const battle = await t.on.stores.battles.byChannel(t.place.id);
  expect(JSON.stringify(battle?.game)).toContain('Ox 2');
});

test.each([
  ['too large', 'x'.repeat(10_485_761), 'The file sheet.json is too large: at most 10 MB can be read.'],
  ['too long for a sheet', 'x'.repeat(1_048_577), 'That is too long: at most 1048576 characters.'],
  ['empty', ' ', 'There is nothing to read. Attach a file with the option file, or paste its text.'],
  [
    'a link',
    'https://sheets.example/?id=1',
    'I cannot open links. Download the file and attach it with the option file.',
  ],
  ['nested', `{"a":${'['.repeat(500_000)}`, 'That is not JSON: brackets are nested too deeply.'],
])('a file that is %s is refused in one sentence', async (_, content, says) => {
  const shown = await t.ann.slash('/library import file:it', t.place, { it: { name: 'sheet.json', content } });
  expect(isRefusal(shown)).toBe(true);
  expect(shown.text).toBe(says);
});

test('a map file of several megabytes becomes the board', async () => {
  const place = t.discord.newChannel('crypt');
  const whole = JSON.parse(readFileSync('test/formats/maps/tiny.uvtt', 'utf8'));
  const content = JSON.stringify({ ...whole, image: `iVBORw0KGgo${'A'.repeat(5_000_000)}` });
  const map = { it: { name: 'crypt.dd2vtt', content } };
  await t.gwen.slash('/battle create system:skure name:The crypt', place);
  const shown = await t.gwen.slash('/battle map file:it walls:north-west', place, map);
  expect(shown.private).toBe(false);
  expect(shown.text).toContain('6 × 4, no one may enter C1 C3 E3 A4 C4 E4');
  const battle = await t.on.stores.battles.byChannel(place.id);
  expect(battle?.game).toMatchObject({ board: { width: 6, height: 4 } });
  const log = battle === undefined ? [] : await t.on.stores.battles.log(battle);
  expect(JSON.stringify(log).length).toBeLessThan(20_000);
  const large = { it: { name: 'crypt.dd2vtt', content: 'x'.repeat(10 * 1024 * 1024 + 1) } };
  const refused = await t.gwen.slash('/battle map file:it', place, large);
  expect(refused.text).toBe('The file crypt.dd2vtt is too large: at most 10 MB can be read.');
});
