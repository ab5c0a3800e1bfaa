import { afterEach, describe, expect, test } from 'vitest';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { createDictionaryFinder } from '../../src/campaign/languages.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { createPracticeApp } from '../../src/wiring/practice-app.ts';
import { type Table, table } from '../discord/e2e/table.ts';
import type { Person } from '../discord/fake/person.ts';
import { dictionaryOf, sentenceTable } from '../sentences/table.ts';
import { openBoardSite } from '../web/board-site.ts';
import { openPracticeSite } from '../web/practice-site.ts';

const marked = (text: string): string => (/\p{L}{2}/u.test(text.replaceAll(/\{\d+\}/g, ' ')) ? `〔${text}〕` : text);

/** A language that puts each English sentence in brackets. */
const japanese = dictionaryOf('ja', sentenceTable(), marked);

let t: Table;
let hana: Person;

/** A server where Hana’s client is Japanese, and all other clients are English. */
const openTable = async (gm: 'Hana' | 'Gwen' = 'Gwen', languages = [japanese]): Promise<void> => {
  t = await table('channel', undefined, undefined, { languages });
  hana = t.discord.user('Hana', { locale: 'ja', manages: true }).at(t.place);
  const leader = gm === 'Hana' ? hana : t.gwen;
  await leader.slash('/battle create system:skure name:Bridge size:10x10', t.place);
};

const startBattle = async (gm: Person): Promise<void> => {
  await t.ann.slash('/battle join preset:Osric Fenn, longbowman side:red', t.place);
  await hana.slash('/battle join preset:Berit Stone, tower guard side:red', t.place);
  await gm.slash('/npc add preset:Zombie count:2 side:blue', t.place);
  const [zombie] = await gm
    .suggests('/battle place target:', t.place)
    .then((all) => all.filter(({ name }) => /1/.test(name)));
  for (const [who, to] of [
    ['Ann', 'D5'],
    ['Hana', 'E5'],
    [zombie?.value, 'E4'],
    [String(zombie?.value).replace('1', '2'), 'H5'],
  ])
    await gm.slash(`/battle place target:${who} to:${to} facing:N`, t.place);
  await gm.slash('/battle start', t.place);
};

const isJapanese = (text: string): boolean => text.includes('〔');

const battleNow = async () => {
  const battle = await t.on.services().battles.open(t.place.id);
  if (!battle.ok) throw new Error(battle.error.code);
  return battle.value;
};

describe('people of several languages on Discord', () => {
  afterEach(async () => {
    expect(t.on.takeErrors()).toEqual([]);
    await t.close();
  });

  test('private answers are for their reader, and the battle has the language of its creator', async () => {
    await openTable();
    expect((await battleNow()).saved.table.language).toBeUndefined();
    expect(isJapanese((await hana.slash('/battle status', t.place)).text)).toBe(true);
    expect(isJapanese((await t.gwen.slash('/battle status', t.place)).text)).toBe(false);
    expect(isJapanese((await hana.slash('/battle status public:true', t.place)).text)).toBe(false);
    expect(isJapanese((await hana.slash('/gm panel', t.place)).text)).toBe(true);
    expect(isJapanese((await hana.slash('/battle start', t.place)).text)).toBe(true);
    await startBattle(t.gwen);
    const panel = await t.panel();
    expect(isJapanese(panel.text)).toBe(false);
    expect(panel.buttons.map(({ label = '' }) => label).filter(isJapanese)).toEqual([]);
  }, 60_000);

  test('orders of an English player are told in Japanese in a Japanese battle, and private parts in English', async () => {
    await openTable('Hana');
    expect((await battleNow()).saved.table.language).toBe('ja');
    await startBattle(hana);
    const { game } = await battleNow();
    expect(game.roster().map(({ id }) => id)).toContain('〔Zombie〕 1');
    expect(isJapanese((await t.panel()).text)).toBe(true);
    await t.ann.slash('/end', t.place);
    expect(isJapanese((await t.panel()).text)).toBe(true);
    expect(isJapanese((await t.ann.slash('/battle log', t.place)).text.replaceAll(/〔Zombie〕/g, ''))).toBe(false);
    expect(isJapanese((await hana.slash('/battle log', t.place)).text)).toBe(true);
    const now = await battleNow();
    const log = await t.on.stores.battles.log(now.saved);
    const folded = foldLog(now.ruleset, log);
    expect([folded.table, folded.game.save()]).toEqual([now.saved.table, now.game.save()]);
  }, 60_000);

  test('a typed preset name is understood in English and in the language of the user', async () => {
    await openTable();
    expect(
      isJapanese((await hana.slash('/battle join preset:〔Osric Fenn, longbowman〕 side:red', t.place)).text),
    ).toBe(false);
    expect((await battleNow()).game.roster()).toHaveLength(1);
  }, 60_000);

  test('suggestions and forms are in the language of the user', async () => {
    await openTable();
    const keys = async (who: Person) => (await who.suggests('/battle settings key:', t.place)).map(({ name }) => name);
    expect((await keys(hana)).filter(isJapanese).length).toBeGreaterThan(10);
    expect((await keys(t.gwen)).some(isJapanese)).toBe(false);
    expect((await hana.suggests('/my settings language:', t.place)).map(({ name }) => name)).toContain('日本語');
  }, 60_000);

  test('settings of a person, the server and a battle change the language', async () => {
    await openTable();
    await hana.slash('/my settings language:English', t.place);
    expect(isJapanese((await hana.slash('/battle status', t.place)).text)).toBe(false);
    await t.ann.slash('/my settings language:日本語', t.place);
    expect(isJapanese((await t.ann.slash('/battle status', t.place)).text)).toBe(true);
    await t.gwen.slash('/battle settings key:language value:ja', t.place);
    expect((await battleNow()).saved.table.language).toBe('ja');
    expect(isJapanese((await t.panel()).text)).toBe(true);
    await t.gwen.slash('/battle end', t.place);
    await t.gwen.slash('/gm server language:日本語', t.place);
    await t.gwen.slash('/battle create system:skure name:Ford', t.place);
    expect((await battleNow()).saved.table.language).toBe('ja');
    await t.gwen.slash('/battle settings key:language value:en', t.place);
    expect((await battleNow()).saved.table.language).toBeUndefined();
    expect((await t.gwen.slash('/my settings language:Klingon', t.place)).text).toContain('日本語');
  }, 60_000);

  test('a Community server has a language, other servers do not', async () => {
    await openTable();
    const community = t.discord.newGuild('Hiroba', { community: 'ja' });
    const channel = t.discord.newChannel('ikusa', community);
    const max = t.discord.user('Max', { guild: community, manages: true }).at(channel);
    await t.discord.quiet();
    await max.slash('/battle create system:skure name:Ford', channel);
    const battle = await t.on.services().battles.open(channel.id);
    expect(battle.ok && battle.value.saved.table.language).toBe('ja');
    expect(isJapanese((await max.slash('/battle status', channel)).text)).toBe(false);
  }, 60_000);

  test('a message can be read in one’s own language', async () => {
    await openTable();
    await startBattle(t.gwen);
    await t.ann.slash('/end', t.place);
    const panel = await t.panel();
    const own = await hana.asks('Read in my language', panel);
    expect([own?.private, isJapanese(own?.text ?? '')]).toEqual([true, true]);
    const closed = t.eve.sees(t.place).filter((each) => !each.private && each.id !== panel.id);
    const results = await Promise.all(closed.slice(-1).map((each) => hana.asks('Read in my language', each)));
    expect(results.map((each) => isJapanese(each?.text ?? ''))).toEqual([true]);
  }, 60_000);

  test('reminders and notes are in the language of the person as last seen', async () => {
    await openTable();
    await startBattle(t.gwen);
    await hana.slash('/my settings call:all by:direct', t.place);
    await t.gwen.slash('/battle clock do:set per-turn:1h', t.place).catch(() => undefined);
    await t.ann.slash('/end', t.place);
    await t.on.settled();
    await t.discord.quiet();
    const told = hana.direct().map(({ text }) => text);
    expect(told.length).toBeGreaterThan(0);
    expect(told.every(isJapanese)).toBe(true);
    expect((await t.on.stores.people.findMany([hana.id])).get(hana.id)?.locale).toBe('ja');
    expect((await t.on.stores.people.findMany([t.ann.id])).get(t.ann.id)?.locale).toBeUndefined();
  }, 60_000);

  test('notes to the GM are in the language of the GM, also in a battle in another language', async () => {
    await openTable('Hana');
    await hana.slash('/battle settings key:language value:en', t.place);
    await startBattle(hana);
    await t.ann.slash('/roll dice:1d6 rolls:blind', t.place);
    await t.on.settled();
    await t.discord.quiet();
    expect(hana.direct().map(({ text }) => isJapanese(text))).toContain(true);
    expect(isJapanese((await t.panel()).text)).toBe(false);
  }, 60_000);

  test('forms are in the language of the user', async () => {
    await openTable();
    for (const who of [hana, t.gwen]) {
      const made = await who.slash('/character create system:segment name:Vael', t.place);
      const page = await who.choose(made.selects[0]?.options[0]?.label ?? '', made);
      const section = page?.selects[0]?.options.find(({ label }) => label.includes('Attributes'))?.label ?? '';
      const fields = await who.choose(section, page);
      const field = fields?.selects[0]?.options[0]?.label ?? '';
      const filled = await who.fills(field, '16', fields);
      expect([made, page, fields, filled].map((each) => isJapanese(each?.text ?? ''))).toEqual(
        Array(4).fill(who === hana),
      );
    }
  }, 60_000);

  test('without installed languages nothing is read or saved', async () => {
    await openTable('Hana', []);
    expect((await battleNow()).saved.table.language).toBeUndefined();
    expect((await t.on.stores.people.findMany([hana.id])).get(hana.id)?.locale).toBeUndefined();
    expect(isJapanese((await hana.slash('/battle status', t.place)).text)).toBe(false);
  }, 60_000);
});

describe('a practice table and pages in a browser', () => {
  const opening = [
    'as mara: /battle create system:skure name:Ford size:8x8',
    'as ada: /battle join preset:swordsman name:Ada side:company',
    'as bo: /battle join preset:swordsman name:Bo side:blades',
    'as mara: /battle place Ada to:B4 facing:E',
    'as mara: /battle place Bo to:H8 facing:W',
    'as mara: /battle start',
  ];

  test('the practice table speaks the language of --language', async () => {
    let orders = 0;
    const { table: practice } = createPracticeApp({
      ...{ stores: createMemoryStores(), now: () => 0, newId: () => `order-${++orders}`, style: { colour: false } },
      ...{ seed: () => '5eed'.repeat(16), languages: [japanese], locale: 'ja_JP.UTF-8' },
    });
    for (const line of [...opening, '/battle status', 'as ada', '/nothing']) {
      const heard = await practice.handleLine(line);
      expect('text' in heard && isJapanese(heard.text), line).toBe(true);
    }
  });

  test('pages of a practice table are in the language of the browser', async () => {
    const site = await openPracticeSite([japanese]);
    await site.type(...opening);
    const battle = await site.battleIn('table');
    const [english, own] = [
      await site.openPage(battle, 'zoe', 'en-GB,ja;q=0.5'),
      await site.openPage(battle, 'yui', 'ja,en'),
    ];
    expect([isJapanese(english.text), isJapanese(own.text)]).toEqual([false, true]);
    expect(own.text).toContain('<html lang="ja">');
    // Two watchers with different languages share no view.
    expect([isJapanese(await english.view()), isJapanese(await own.view())]).toEqual([false, true]);
    await site.close();
    expect(site.errors).toEqual([]);
  });

  test('boards are in the language of their person', async () => {
    const stores = createMemoryStores();
    const site = await openBoardSite(stores, undefined, [japanese]);
    await stores.people.saveLocale('ada', 'ja');
    await site.run('gm', 'battle create', { system: 'skure', name: 'Ford', size: '8x8' });
    for (const user of ['ada', 'bo'])
      await site.run(user, 'battle join', { preset: 'Swordsman', name: user, side: 'company' });
    const [ada, bo] = [await site.enter('ada'), await site.enter('bo')];
    expect([isJapanese(await ada.load()), isJapanese(await bo.load())]).toEqual([true, false]);
    await site.close();
  });
});

test.each([
  ['ja', 'ja'],
  ['ja_JP.UTF-8', 'ja'],
  ['pt-BR', 'pt-BR'],
  ['pt-PT', 'pt'],
  ['es-ES', 'es'],
  ['zh-CN', 'zh-CN'],
  ['zh-TW', undefined],
  ['en-GB', undefined],
  ['tlh', undefined],
  ['', undefined],
])('the locale %s is read in %s', (locale, language) => {
  const find = createDictionaryFinder(
    ['ja', 'pt', 'pt-BR', 'es', 'zh-CN'].map((each) => ({ language: each, sentences: {} })),
  );
  expect(find(locale)?.language).toBe(language);
});
