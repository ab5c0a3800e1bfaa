import { expect, test } from 'vitest';
import { openPracticeSite } from '../web/practice-site.ts';
import { englishLines, japaneseDictionary } from './japanese-lines.ts';
import { textsOf } from './pages.ts';

/** A practice table for people who read and type Japanese. */
const openSite = async () => {
  const site = await openPracticeSite(await japaneseDictionary(), 'ja');
  const typed = async (...lines: readonly string[]): Promise<readonly string[]> => {
    const said: string[] = [];
    for (const line of lines) {
      const heard = await site.app.table.handleLine(line);
      said.push(...('text' in heard ? heard.text.split('\n').map((each) => each.trim()) : []));
    }
    return said;
  };
  return { ...site, typed };
};

test('directions, values of corrections and answers are understood in Japanese', async () => {
  const { typed, close } = await openSite();
  await typed('as gm: /battle create system:skure name:浅瀬', 'as gm: /encounter load name:浅瀬 cast:true');
  const said = await typed(
    'as gm: /battle start',
    'as gm: /move path:2東 as:オズリック',
    'as gm: /gm set field:facing value:北東 who:ローランド',
    'as gm: /gm set field:condition value:"睡眠 2" who:ローランド',
    'as gm: /gm set field:alignment value:悪 who:ローランド',
  );
  for (const line of [
    'オズリックはB3 → C3 → D3と移動した。',
    'ローランドはC4に配置（北東向き）。',
    'ローランドは睡眠状態になった（2手番）。',
    'GMがローランドを訂正した：アライメント 中立 → 悪。',
  ])
    expect(said).toContain(line);
  expect(englishLines(said)).toEqual([]);
  await close();
});

test('places, lists of conditions and feats are understood in Japanese, and names stay', async () => {
  const { typed, close } = await openSite();
  await typed('as gm: /battle create system:sword-world name:街道 settings:mode=simplified');
  await typed('as gm: /encounter load name:旧街道の通行税 cast:true', 'as gm: /gm set field:stage value:placement');
  const said = await typed(
    'as gm: /gm set field:place value:前線エリア who:ミラ',
    'as gm: /gm set field:statuses value:転倒、飛行 who:ミラ',
    'as gm: /gm set field:feats value:全力攻撃 who:ウルフ',
    'as gm: /gm set field:acted value:はい who:ウルフ',
    'as gm: /gm set field:restricted value:ゴブリン1、首領',
  );
  for (const line of [
    'GMがミラを訂正した：位置 なし → 前線エリア。',
    'GMがミラを訂正した：状態 なし → 転倒、飛行。',
    'GMがウルフを訂正した：戦闘特技 なし → 全力攻撃。',
    'GMがウルフを訂正した：行動済み いいえ → はい。',
  ])
    expect(said).toContain(line);
  expect(said.filter((line) => line.includes('ゴブリン1、首領')).length).toBeGreaterThan(0);
  await close();
});

/** Names of the bot, of rulebooks and of faces of dice. */
const names = 'Brotherhood Master Skure dSkull Skirmish Straalara Segment Rounds HIT ADV BLK SKL'.split(' ');

test('the front page and the page of a GM are in Japanese, with the foes of an encounter', async () => {
  const { call, openPage, close, errors } = await openSite();
  const read = { headers: { 'accept-language': 'ja' } };
  const front = textsOf(await (await call('/', read)).text());
  expect(front).toContain('ソード・ワールド');
  expect(englishLines(front, names)).toEqual([]);
  const begun = await call('/new', {
    ...{ method: 'POST', body: new URLSearchParams({ system: 'sword-world', what: 'Toll on the old road' }) },
    headers: { ...read.headers, 'content-type': 'application/x-www-form-urlencoded' },
  });
  const { text } = await openPage(begun.headers.get('location')?.slice(3) ?? '', 'gm', 'ja');
  expect(textsOf(text)).toContain('旧街道の通行税 · ソード・ワールド');
  expect(text).toContain('沼の射手1');
  expect(englishLines(textsOf(text), names)).toEqual([]);
  await close();
  expect(errors).toEqual([]);
});
