import { expect, test } from 'vitest';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import { isPlainObject } from '../../src/core/plain-object.ts';
import { parseCustomId } from '../../src/discord/custom-id.ts';
import type { Person } from '../discord/fake/person.ts';
import type { Shown } from '../discord/fake/shown.ts';
import { until } from '../discord/fake/until.ts';
import { realBot } from '../discord/real-bot.ts';
import { englishLines, japaneseDictionary } from './japanese-lines.ts';

/** A Community server in Japanese: a GM, two players, and a player with an English client. */
const openServer = async () => {
  const languages = await japaneseDictionary();
  const on = await realBot(undefined, undefined, undefined, { languages, seed: () => '5eed'.repeat(16) });
  const guild = on.discord.newGuild('広場', { community: 'ja' });
  const place = on.discord.newChannel('戦場', guild);
  const desk = on.discord.newChannel('GM席', guild);
  const person = (name: string, locale: string, manages = false): Person =>
    on.discord.user(name, { guild, locale, manages }).at(place);
  const people = { hana: person('ハナ', 'ja', true), ken: person('ケン', 'ja'), yui: person('ユイ', 'ja') };
  const max = person('Max', 'en-US');
  await on.discord.quiet();
  const battle = async (): Promise<OpenBattle> => {
    const open = await on.services().battles.open(place.id);
    if (!open.ok) throw new Error(open.error.code);
    return open.value;
  };
  return { on, place, desk, ...people, max, battle };
};

type Server = Awaited<ReturnType<typeof openServer>>;

const pathOf = (id: string | undefined): string => parseCustomId(id ?? '')?.press.path.join(' ') ?? '';
const typed = async ({ place }: Server, who: Person, line: string): Promise<Shown | undefined> =>
  await who.slash(line, place);

/** Types a command whose last option is the first fitting suggestion. Undefined if nothing fits. */
const picked = async (at: Server, who: Person, line: string, fits = /./): Promise<Shown | undefined> => {
  const all = await who.suggests(line, at.place);
  const found = all.find(({ name, value }) => fits.test(`${name} ${value}`));
  return found && typed(at, who, `${line}${found.value}`);
};

/** Presses a button, or takes the first choice of a list, by the command behind it. */
const pressed = async (who: Person, path: string, shown: Shown | undefined): Promise<Shown | undefined> => {
  const button = shown?.buttons.find((each) => !each.disabled && pathOf(each.custom_id) === path);
  if (button !== undefined) return who.press(button.label ?? '', shown);
  const option = shown?.selects.find((each) => pathOf(each.custom_id) === path)?.options[0];
  if (option === undefined) throw new Error(`${path} is not on: ${shown?.text}`);
  return who.choose(option.label, shown);
};

/** The panel, after the bot has shown everything. */
const panelOf = async ({ on, place, ken }: Server): Promise<Shown> => {
  await on.settled();
  await on.discord.quiet();
  const open = ken.sees(place).filter((each) => !each.private);
  const panel = open.findLast(({ buttons }) => buttons.some(({ custom_id }) => pathOf(custom_id) === 'my view'));
  if (panel === undefined) throw new Error(`There is no panel among ${open.map(({ text }) => text).join('\n')}`);
  return panel;
};

/** The orders that a combatant tries in its turns. */
const wishes: Readonly<Record<string, readonly (readonly [line: string, fits?: RegExp])[]>> = {
  ヴォルフ: [['/attack target:', /ゴブリン/], ['/sword-world potion own:'], ['/move type:full to:']],
  イルゼ: [
    ['/cast spell:Fireball target:', /リアン/],
    ['/cast spell:Energy Bolt target:'],
    ['/attack target:'],
    ['/move type:normal to:'],
  ],
  Sela: [['/cast spell:Cure Wounds target:'], ['/attack target:']],
};
const foeWishes: (typeof wishes)[string] = [
  ['/attack target:'],
  ['/move type:full to:', /front|-|^0/],
  ['/cast spell:'],
];

const answersQuestion = async (at: Server, step: number): Promise<void> => {
  const { saved } = await at.battle();
  if (saved.pending === undefined) return;
  const { to, choices } = saved.pending.question;
  const who = [at.ken, at.yui, at.max].find(({ id }) => id === saved.table.control[to]) ?? at.hana;
  const view = await typed(at, who, '/my view');
  const id = choices[step % choices.length]?.id ?? '';
  if (step % 2 === 0) await typed(at, who, `/my answer choice:${id}`);
  else await pressed(who, 'my answer', view);
};

/** Each awaited combatant gives an order that is possible, and ends its turn. */
const playTurns = async (at: Server, most: number): Promise<void> => {
  for (let step = 0; step < most; step++) {
    await answersQuestion(at, step);
    const { saved, game } = await at.battle();
    const due = game.expectedActions().find(({ verbs }) => verbs.includes('end'));
    if (due === undefined) return;
    const who = [at.ken, at.yui, at.max].find(({ id }) => id === saved.table.control[due.actor]) ?? at.hana;
    const as = who === at.hana ? ` as:${due.actor}` : '';
    for (const [line, fits] of wishes[due.actor] ?? foeWishes) {
      await picked(at, who, line.replace(/ (?=\S+:$)/, `${as} `), fits);
      if ((await at.battle()).saved.version > saved.version) break;
    }
    await answersQuestion(at, step);
    await typed(at, who, `/end${as}`);
  }
};

const setUp = async (at: Server, mode: string): Promise<void> => {
  const { hana, ken, yui, max, place } = at;
  await typed(at, hana, '/help');
  await hana.suggests('/battle create system:', place);
  await typed(at, hana, `/battle create system:sword-world name:街道 settings:mode=${mode}`);
  await hana.suggests('/battle settings key:', place);
  await ken.suggests('/battle join preset:', place);
  await pressed(yui, 'battle enter', await panelOf(at));
  await typed(at, ken, '/battle join preset:ウルフ name:ヴォルフ side:味方');
  await typed(at, yui, '/battle join preset:Ilse name:イルゼ side:allies');
  await picked(at, hana, '/npc add count:2 side:enemies preset:', /Goblin$/);
  await picked(at, hana, '/npc add side:enemies preset:', /Lian/);
  await picked(at, hana, '/npc add hidden:until-revealed side:enemies preset:', /Reed/);
  await picked(at, max, '/battle join name:Sela side:allies preset:', /Sela/);
  await typed(at, max, '/battle status');
  await typed(at, hana, '/battle start');
  await picked(at, yui, '/sword-world knowledge target:', /1/);
  await typed(at, ken, '/sword-world initiative');
  await typed(at, hana, '/battle deploy');
};

/** What people look up and set during a battle. */
const asks = async (at: Server): Promise<void> => {
  const { hana, ken, yui, max, place } = at;
  for (const who of [ken, max]) {
    await pressed(who, 'my view', await panelOf(at));
    for (const line of ['/help', '/help words:射撃', '/rule words:乱戦エリア', '/rule words:damage', '/my settings'])
      await typed(at, who, line);
    await typed(at, who, '/attack target:ユニコーン');
    await await who.asks('Read in my language', await panelOf(at));
  }
  await typed(at, ken, '/my settings call:all by:direct');
  for (const line of [
    '/rule words:命中',
    '/my standing-orders kind:',
    '/my standing-orders kind:block answer:',
    '/my settings language:',
  ])
    await ken.suggests(line, place);
  for (const line of [
    '/my standing-orders',
    '/my standing-orders kind:block answer:auto',
    '/sword-world reach',
    '/sword-world sight target:ゴブリン1',
    '/odds target:ゴブリン1',
    '/minor kind:feat item:全力攻撃',
    '/check tn:10',
  ])
    await typed(at, ken, line);
  await yui.suggests('/cast spell:', place);
  for (const line of ['/roll dice:2d6+3 rolls:blind', '/roll dice:2d6+3']) await typed(at, yui, line);
  for (const line of ['/gm panel', '/battle status']) await typed(at, hana, line);
};

/** A feat, a hit with it, and a spell that is resisted. The GM gives the dice. */
const strikes = async (at: Server, mode: string): Promise<void> => {
  const [here, there] = mode === 'standard' ? ['6', '0'] : ['前線エリア', '味方後方エリア'];
  for (const line of [
    '/gm set field:first value:味方',
    `/gm set field:place value:${here} who:ヴォルフ`,
    `/gm set field:place value:${here} who:ゴブリン1`,
    `/gm set field:place value:${there} who:リアン`,
    '/minor kind:feat item:全力攻撃 as:ヴォルフ',
    '/attack target:ゴブリン1 as:ヴォルフ dice:6+6',
    '/end as:ヴォルフ',
    '/cast spell:Fireball target:リアン as:イルゼ dice:1+2',
  ])
    await typed(at, at.hana, line);
};

/** What the bot sends to people and to the GM’s channel: turns, reminders, hidden rolls and requests. */
const calls = async (at: Server): Promise<void> => {
  const { on, hana, ken, yui, max } = at;
  for (const who of [hana, yui, max]) await typed(at, who, '/my settings call:all by:direct');
  await typed(at, hana, '/battle clock do:set time:2h reminders:50 ready:true');
  for (const who of ['ヴォルフ', 'イルゼ', '葦に潜むものF'])
    await typed(at, hana, `/gm set field:hp value:20 who:${who}`);
  const awaitsOne = async (): Promise<boolean> =>
    (await at.battle()).game.expectedActions().some(({ actor }) => /ヴォルフ|イルゼ/.test(actor));
  for (let n = 0; n < 9 && (n === 0 || !(await awaitsOne())); n++) await playTurns(at, 1);
  const notes = () => [ken, yui].flatMap((who) => who.direct());
  const before = notes().length;
  on.turnClock(61 * 60_000);
  await until(() => notes().length > before, 'a reminder');
  await typed(at, yui, '/roll dice:2d6 rolls:blind');
  await typed(at, hana, '/gm channel channel:GM席');
  await typed(at, yui, '/roll dice:2d6 rolls:blind');
  await pressed(hana, 'gm panel', await typed(at, hana, '/gm panel'));
};

const corrects = async (at: Server): Promise<void> => {
  const { hana, ken, max, place } = at;
  for (const line of ['/gm set field:', '/gm effect name:']) await hana.suggests(line, place);
  for (const line of [
    '/gm reveal who:葦に潜むものF',
    '/gm set field:hp value:25 who:ヴォルフ',
    '/gm effect name:祝福 who:ヴォルフ modifiers:accuracy=1 rounds:2',
  ])
    await typed(at, hana, line);
  await typed(at, ken, '/undo');
  await typed(at, hana, '/undo');
  // An undo replaces messages.
  await at.on.settled();
  await at.on.discord.quiet();
  const results = ken.sees(place).filter((each) => !each.private && each.embeds.length > 0);
  for (const each of results.slice(-3)) {
    for (const menu of ['Why?', 'Read in my language']) await ken.asks(menu, each);
    await max.asks('Read in my language', each);
    if (each.selects.length > 0) await pressed(ken, 'rule', each);
  }
};

const ends = async (at: Server): Promise<void> => {
  const { hana, ken, yui, max } = at;
  for (const foe of ['ゴブリン1', 'ゴブリン2', 'リアン', '葦に潜むものF'])
    await typed(at, hana, `/gm set field:hp value:-30 who:${foe}`);
  await playTurns(at, 3);
  await typed(at, ken, '/sword-world loot');
  await typed(at, yui, '/sword-world herb herb:lifegrass target:ヴォルフ');
  for (const line of ['/gm panel', '/sword-world close']) await typed(at, hana, line);
  for (const who of [ken, max]) await typed(at, who, '/battle log');
  for (const line of ['/battle stats', '/battle verify', '/battle export']) await typed(at, ken, line);
  await typed(at, hana, '/battle end');
};

const makesCharacter = async (at: Server): Promise<void> => {
  const made = await typed(at, at.ken, '/character create system:sword-world name:カイ');
  const page = await at.ken.choose(made?.selects[0]?.options[0]?.label ?? '', made);
  for (const section of page?.selects[0]?.options.slice(0, 3) ?? []) {
    const fields = await at.ken.choose(section.label, page);
    const label = fields?.selects[0]?.options[0]?.label;
    if (label !== undefined) await at.ken.fills(label, '3', fields);
  }
};

const textKeys = new Set(['content', 'title', 'description', 'text', 'label', 'placeholder']);

/** What people read of a page or a text file. */
const pageText = (text: string): string =>
  text.replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, '').replaceAll(/<!?\/?[a-z][^>]*>/gi, '\n');

/** The texts in a message, suggestion or form. Names and values are texts in fields of embeds only. */
const textsIn = (shown: unknown): readonly string[] => {
  if (Array.isArray(shown)) return shown.flatMap(textsIn);
  if (!isPlainObject(shown)) return [];
  const { name, text } = shown;
  const isFile = typeof name === 'string' && ('text' in shown || name.endsWith('.png'));
  return Object.entries(shown).flatMap(([key, value]) => {
    if (typeof value !== 'string') return textsIn(value);
    if (key === 'text' && isFile) return name.endsWith('.json') ? [] : [pageText(String(text))];
    return textKeys.has(key) || (key === 'name' && !isFile) || (key === 'value' && 'inline' in shown) ? [value] : [];
  });
};

/** The different lines of everything shown. */
const linesIn = (shown: readonly string[]): readonly string[] => {
  const all = shown.flatMap((each) => textsIn(JSON.parse(each))).flatMap((each) => each.split('\n'));
  return [...new Set(all.map((line) => line.trim()).filter((line) => line !== ''))];
};

/** What people typed in Japanese. */
const names = /街道|ヴォルフ|イルゼ|ゴブリン|リアン|葦に潜むもの|ハナ|ケン|ユイ|乱戦エリア|ユニコーン|祝福/g;

test.each(['simplified', 'standard'])(
  'a Japanese evening of Sword World, %s',
  async (mode) => {
    const at = await openServer();
    const { on, desk, hana, ken, yui, max } = at;
    await setUp(at, mode);
    await asks(at);
    await strikes(at, mode);
    await playTurns(at, 14);
    await calls(at);
    await corrects(at);
    await playTurns(at, 4);
    await ends(at);
    await makesCharacter(at);
    await on.settled();
    await on.discord.quiet();
    const lines = linesIn(on.discord.told([hana, ken, yui]));
    const notes = [hana.direct(), [...ken.direct(), ...yui.direct()], hana.sees(desk)];
    const noteLines = notes.map((those) => those.flatMap(({ text }) => text.split('\n')));
    const own = on.discord.messagesOf(max).filter(({ onlyFor }) => onlyFor === max.id);
    const ownLines = linesIn(own.flatMap(({ history }) => history));
    expect(on.takeErrors()).toEqual([]);
    await on.close();
    expect(lines.length).toBeGreaterThan(300);
    expect(noteLines.map((those) => those.length > 3)).toEqual([true, true, true]);
    expect(noteLines.flatMap((those) => englishLines(those, ['Sela', 'Max']))).toEqual([]);
    for (const said of [/時間が半分|残り/, /ファイアボールに抵抗した/, /全力攻撃を使用した/, /\+4 全力攻撃/])
      expect([said, lines.some((line) => said.test(line))]).toEqual([said, true]);
    expect(englishLines(lines, ['Sela', 'Max'])).toEqual([]);
    expect(lines.filter((line) => /ルールは見つかりません/.test(line))).toEqual([]);
    expect(lines.some((line) => line.includes('移動妨害をしますか'))).toBe(mode === 'standard');
    expect(ownLines.filter((line) => /[ぁ-んァ-ヶ一-龠]/.test(line.replaceAll(names, '')))).toEqual([]);
  },
  120_000,
);
