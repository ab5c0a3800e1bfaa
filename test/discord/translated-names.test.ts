import { readFileSync } from 'node:fs';
import { ApplicationCommandOptionType } from 'discord.js';
import { expect, test } from 'vitest';
import { buildCommands } from '../../commands/index.ts';
import { contextKey, type Dictionary } from '../../src/core/message.ts';
import { commandSize, slashCommands } from '../../src/discord/slash.ts';
import { loadLanguages } from '../../src/languages/po.ts';
import { rulesets } from '../../src/systems/index.ts';
import { readCommands } from './fake/command-rules.ts';

const japanese = loadLanguages('languages').dictionaries.get('ja');
if (japanese === undefined) throw new Error('There is no Japanese dictionary.');

const commands = buildCommands(rulesets);
const systems = rulesets.map(({ id }) => id);

/** A part of a slash command as Discord gets it. */
interface Part {
  readonly name: string;
  readonly name_localizations?: object | null;
  readonly type?: number;
  readonly options?: readonly Part[];
  readonly choices?: readonly Part[];
}

const made = (names: Dictionary['names'], shown: readonly string[] = systems): readonly Part[] =>
  slashCommands(commands, shown, [{ ...japanese, names }]) as readonly Part[];

interface ShownName {
  readonly key: string;
  readonly english: string;
  readonly shown: string;
}

/** Each name of a command and its parts: its key, the English name, and the Japanese name that is shown. */
const shownNames = (part: Part, path = '', kind = 'command'): readonly ShownName[] => {
  const { name, name_localizations: named, options = [], choices = [] } = part;
  const whole = kind === 'command' ? `${path}${name}` : name;
  const shown = Object.entries(named ?? {}).find(([locale]) => locale === 'ja')?.[1] ?? name;
  return [
    { key: contextKey(whole, kind), english: name, shown: String(shown) },
    ...options.flatMap((each) =>
      shownNames(each, `${name} `, each.type === ApplicationCommandOptionType.Subcommand ? 'command' : 'option'),
    ),
    ...choices.flatMap((each) => shownNames(each, '', 'choice')),
  ];
};

test.each([systems, ...systems.map((id) => [id])])('Discord accepts the Japanese names for %s', (...shown) => {
  for (const names of ['none', 'options', 'all'] as const) {
    const all = made(names, shown);
    expect(() => readCommands(all, 'guild')).not.toThrow();
    expect(Math.max(...all.map(commandSize))).toBeLessThanOrEqual(8000);
  }
});

test('Japanese names of options and choices are shown, and those of commands are English', () => {
  expect(japanese.names).toBe('options');
  const names = made(japanese.names).flatMap((each) => shownNames(each));
  const isEnglish = ({ key, english, shown }: ShownName) => !key.startsWith('command') || english === shown;
  expect(names.every(isEnglish)).toBe(true);
  const pairs = names.map(({ english, shown }) => `${english} ${shown}`);
  expect(pairs).toContain('side 陣営');
  expect(pairs).toContain('limited 制限移動');
});

test('no Japanese name is refused, or repeated within a command', () => {
  const lists = [made('all'), ...systems.map((id) => made('all', [id]))];
  const names = lists.flat().flatMap((each) => shownNames(each));
  expect(new Set(names.map(({ key }) => key)).size).toBeGreaterThan(700);
  expect(names.filter(({ key, shown }) => japanese.sentences[key] !== shown)).toEqual([]);
});

test('the Japanese file has every name of a command, option or choice', () => {
  const text = readFileSync('languages/ja/commands.po', 'utf8');
  const names = text.split('\n\n').filter((entry) => /^msgctxt "(?:command|option|choice)"$/m.test(entry));
  expect(names.filter((entry) => /fuzzy|^msgstr ""$/m.test(entry))).toEqual([]);
});
