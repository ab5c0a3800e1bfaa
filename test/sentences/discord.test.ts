import { afterEach, describe, expect, test } from 'vitest';
import { isPlainObject } from '../../src/core/plain-object.ts';
import { rulesets } from '../../src/systems/index.ts';
import { type Table, table } from '../discord/e2e/table.ts';
import type { Person } from '../discord/fake/person.ts';
import type { Shown } from '../discord/fake/shown.ts';
import { leaks } from './leaks.ts';
import { inPseudo, pseudoLanguage } from './pseudo.ts';

let t: Table;
afterEach(() => t.close());

/** The names that users typed. */
let typed: string[] = [];

const opened = async (): Promise<void> => {
  typed = [];
  t = await table('channel', undefined, undefined, { languages: [pseudoLanguage], locale: 'en-XA' });
};

const types = async (who: Person, line: string): Promise<Shown> => {
  typed.push(line);
  return who.slash(line, t.place);
};

const suggested = async (who: Person, line: string): Promise<void> => {
  typed.push(line);
  expect((await who.suggests(line, t.place)).length, line).toBeGreaterThan(0);
};

/** The control with these English words, or with text that matches. */
const labelled = (shown: Shown, words: string | RegExp): string => {
  const labels = [
    ...shown.buttons.flatMap((each) => ('label' in each ? (each.label ?? []) : [])),
    ...shown.selects.flatMap(({ options }) => options.map(({ label }) => label)),
  ];
  const found = labels.find((each) => (words instanceof RegExp ? words.test(each) : each === inPseudo(words)));
  if (found === undefined) throw new Error(`${words} is not among ${labels.join(', ')}`);
  return found;
};

const isButton = (shown: Shown, label: string): boolean =>
  shown.buttons.some((each) => 'label' in each && each.label === label);

/** Presses buttons or chooses options in sequence, each on the message before. */
const presses = async (who: Person, from: Shown, ...all: readonly (string | RegExp)[]): Promise<Shown> => {
  let shown = from;
  for (const words of all) {
    const label = labelled(shown, words);
    shown = (await (isButton(shown, label) ? who.press(label, shown) : who.choose(label, shown))) ?? shown;
  }
  return shown;
};

const fills = async (who: Person, from: Shown, words: string | RegExp, text: string): Promise<Shown> => {
  typed.push(text);
  return (await who.fills(labelled(from, words), text, from)) ?? from;
};

/** The keys whose values users read. Ids and values are not read. */
const read = new Set(['content', 'title', 'description', 'text', 'label', 'placeholder']);

/** A suggestion begins with the typed value if the label only explains it. */
const withoutValue = (name: string, value: unknown): string =>
  name.startsWith(`${value}: `) ? name.slice(`${value}: `.length) : name;

const wordsIn = (told: unknown, key = ''): readonly string[] => {
  if (typeof told === 'string') return read.has(key) ? [told] : [];
  if (Array.isArray(told)) return told.flatMap((each) => wordsIn(each, key));
  if (!isPlainObject(told)) return [];
  // A field is read whole; of a suggestion its name, of a file its alt text.
  if (typeof told.name === 'string' && 'value' in told)
    return 'inline' in told ? [told.name, String(told.value)] : [withoutValue(told.name, told.value)];
  if (typeof told.name === 'string') return wordsIn(told.description, 'description');
  return Object.entries(told).flatMap(([each, value]) => wordsIn(value, each));
};

/** The text without Discord's links and timestamps, which the client renders. Dates depend on the language. */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/\p{L}{3},? (?:\d+ \p{L}{3}|\p{L}{3} \d+),? \d{4}, /gu, ' ')
    .replaceAll(/<[t#@!&:/]+[^>]*>|\]\([^)]*\)|https?:\S+|\b[0-9a-f]{8,}\b|\\(?=[!-/:-@[-`{-~])/g, ' ');

const allTold = async (people: readonly Person[]): Promise<readonly string[]> => {
  await t.on.settled();
  return t.discord
    .told(people)
    .flatMap((each) => wordsIn(JSON.parse(each)))
    .flatMap((each) => withoutMarks(each).split('\n'));
};

/** What these users read that was not translated. */
const unread = async (...people: readonly Person[]): Promise<readonly string[]> => {
  const lines = new Set(await allTold(people));
  expect(lines.size).toBeGreaterThan(20);
  expect(t.on.takeErrors()).toEqual([]);
  return leaks([...typed, 'Gwen Ann Bob Eve arena'].join('\n'), [...lines].join('\n'));
};

const bridge = async (): Promise<void> => {
  const { gwen, ann, bob } = t;
  await types(gwen, '/battle create system:skure name:Bridge size:10x10');
  await types(ann, '/battle join preset:Osric Fenn, longbowman side:red');
  await types(bob, '/battle join preset:Berit Stone, tower guard side:red');
  await types(gwen, '/npc add preset:Zombie count:2 side:blue');
  for (const [who, to, facing] of [
    ['Ann', 'D5', 'E'],
    ['Bob', 'E5', 'E'],
    ['Zombie 1', 'E4', 'SW'],
    ['Zombie 2', 'H5', 'W'],
  ])
    await types(gwen, `/battle place target:${who} to:${to} facing:${facing}`);
};

describe('another language on Discord', () => {
  test('a battle, its panel, buttons, private answers and suggestions are translated', async () => {
    await opened();
    const { gwen, ann, bob, eve } = t;
    await types(gwen, '/help');
    // The first help lists the ids of rulebooks, which are typed.
    typed.push(rulesets.map(({ id }) => id).join(' '));
    await bridge();
    await types(gwen, '/help');
    await types(gwen, '/battle settings');
    await types(gwen, '/battle odds');
    await types(gwen, '/battle start');
    await presses(ann, await t.panel(), 'What can I do?');
    await types(ann, '/help words:I want to hit Zombie 1');
    await types(ann, '/help all:true');
    await types(ann, '/my view');
    await types(ann, '/odds target:Zombie 1');
    await types(gwen, '/gm panel');
    await types(eve, '/battle status');
    await types(bob, '/end');
    for (const line of ['/attack target:', '/move path:', '/battle settings key:', '/gm set field:'])
      await suggested(line.startsWith('/gm') ? gwen : ann, line);
    await types(ann, '/attack target:Zombie 2');
    await types(ann, '/battle log');
    await types(ann, '/undo');
    await types(gwen, '/undo list:true');
    await types(gwen, '/gm effect');
    await types(gwen, '/battle end winner:red reason:late');
    await types(ann, '/battle stats');
    await types(eve, '/battle verify');
    expect(await unread(gwen, ann, bob, eve)).toEqual([]);
  }, 120_000);

  test('orders by buttons and selects are translated with one message a turn', async () => {
    await opened();
    const { gwen, ann, bob, eve } = t;
    await bridge();
    await types(gwen, '/battle start');
    const open = await t.panel();
    await presses(ann, open, 'Attack');
    await presses(ann, open, 'Move');
    await types(ann, '/end');
    await types(bob, '/attack target:Zombie 1');
    await types(gwen, '/gm skip');
    expect(await unread(gwen, ann, bob, eve)).toEqual([]);
  }, 120_000);

  test('settings, encounters and campaigns are translated', async () => {
    await opened();
    const { gwen, ann, bob, eve } = t;
    await types(gwen, '/gm server');
    await types(gwen, '/gm server system:skure rules:round=2');
    await types(gwen, '/gm server pictures:light');
    await types(gwen, '/campaign create name:Marches systems:skure');
    await types(ann, '/campaign join');
    await types(gwen, '/campaign show');
    await types(gwen, '/campaign list');
    await types(
      gwen,
      '/library save kind:encounter name:Ambush content:Zombie 2 places:Zombie 1=D4 hidden:Zombie 2 heroes:2',
    );
    await types(gwen, '/library list kind:encounter');
    await types(gwen, '/library show kind:encounter name:Ambush');
    await types(gwen, '/battle create system:skure name:Bridge size:10x10');
    await types(ann, '/battle join preset:Osric Fenn, longbowman side:red');
    await suggested(gwen, '/encounter load name:');
    await types(gwen, '/encounter load name:Ambush');
    await types(ann, '/my turns');
    await types(ann, '/my settings');
    await types(ann, '/my away until:5d');
    await types(ann, '/library list kind:table');
    await types(ann, '/library list kind:roll');
    expect(await unread(gwen, ann, bob, eve)).toEqual([]);
  }, 120_000);

  test.each(rulesets.map(({ id }) => id))(
    'a lesson of %s and its help are translated',
    async (system) => {
      await opened();
      const { ann } = t;
      await types(ann, `/learn system:${system}`);
      for (const line of ['/help', '/help words:I want to run away', '/help all:true', '/my view', '/gm panel'])
        await types(ann, line);
      if (system === 'skure')
        for (const line of ['/move path:2E', '/attack target:Grim', '/defend', '/help']) await types(ann, line);
      await types(ann, '/gm skip');
      await types(ann, '/battle status');
      expect(await unread(ann)).toEqual([]);
    },
    120_000,
  );

  test.each(rulesets)(
    'each page of the form of $id is translated',
    async ({ id, usesPlayerName }) => {
      await opened();
      const { ann } = t;
      const made = await types(ann, `/${usesPlayerName ? 'npc' : 'character'} create system:${id} name:Vael`);
      const first = made.selects[0]?.options[0]?.label ?? '';
      let page = (await ann.choose(first, made)) ?? made;
      for (const { label } of page.selects[0]?.options ?? []) {
        page = (await ann.choose(label, page)) ?? page;
        page = await presses(ann, page, 'Back');
      }
      expect(await unread(ann)).toEqual([]);
    },
    120_000,
  );

  test('a character made in a form is translated, except what the user typed', async () => {
    await opened();
    const { ann } = t;
    const made = await types(ann, '/character create system:segment name:Vael');
    const page = await presses(
      ann,
      made,
      inPseudo('Hedda Stane, fighter with longsword, throwing spear and shield'),
      'Attributes',
    );
    const filled = await fills(ann, page, new RegExp(`^${inPseudo('DEX')}`), '16');
    const weapons = await presses(ann, filled, 'Back', 'Weapons', new RegExp(`^${inPseudo('Weapons')}`));
    await fills(ann, weapons, 'Add one of your own', 'Wolf spear');
    await types(ann, '/library show kind:character name:Vael');
    await types(ann, '/library list kind:character');
    await suggested(ann, '/character edit name:');
    expect(await unread(ann)).toEqual([]);
  }, 120_000);
});
