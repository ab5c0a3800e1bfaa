import { expect, test } from 'vitest';
import { defineCommand } from '../../src/app/command-kit/command.ts';
import { createPost } from '../../src/app/replies/reply.ts';
import { ok } from '../../src/core/message.ts';
import { commandSize, slashCommands, slashName, withGmPermission } from '../../src/discord/slash.ts';
import { oneOfParam, textParam, wholeNumberParam } from '../../src/rules/verb.ts';
import { readCommands } from './fake/command-rules.ts';

const run = async () => ok(createPost({ cards: [] }));
const params = {};

test('names are converted to kebab case', () => {
  expect(slashName('atRange')).toBe('at-range');
  expect(slashName('defend')).toBe('defend');
});

test('descriptions are cut to a hundred characters and never empty', () => {
  const [made] = slashCommands(
    [
      defineCommand([], {
        path: ['long'],
        summary: 'x'.repeat(150),
        params: { a: textParam('', 300), b: textParam('y'.repeat(150), 300) },
        run,
      }),
    ],
    [],
  );
  expect(made?.description).toBe(`${'x'.repeat(99)}…`);
  expect(made?.options?.map(({ description }) => description)).toEqual(['a', `${'y'.repeat(99)}…`]);
  expect(() => readCommands([made], 'guild')).not.toThrow();
});

test('a command group too large for Discord gets shorter descriptions', () => {
  const parts = Array.from({ length: 25 }, (_, n) =>
    defineCommand([], {
      path: ['gm', `part${n}`],
      summary: 's'.repeat(100),
      params: Object.fromEntries(
        Array.from({ length: 5 }, (_, at) => [`option${at}`, wholeNumberParam('d'.repeat(100), 1, 9)]),
      ),
      run,
    }),
  );
  const [made] = slashCommands(parts, []);
  expect(commandSize(made)).toBeLessThanOrEqual(8000);
  expect(() => readCommands([made], 'guild')).not.toThrow();
});

test('GM_PERMISSION hides /gm and /npc from members without it, and nothing else', () => {
  const made = ['gm', 'npc', 'attack'].map((name) => defineCommand([], { path: [name], summary: 'x', params, run }));
  const shown = (permission?: 'ManageEvents') =>
    withGmPermission(slashCommands(made, []), permission).map((each) => each.default_member_permissions);
  expect(shown()).toEqual([undefined, undefined, undefined]);
  expect(shown('ManageEvents')).toEqual([String(1n << 33n), String(1n << 33n), undefined]);
});

test('a word cannot be both a command and a group', () => {
  const both = [
    defineCommand([], { path: ['gm'], summary: 'x', params, run }),
    defineCommand([], { path: ['gm', 'hide'], summary: 'x', params, run }),
  ];
  expect(() => slashCommands(both, [])).toThrow('/gm cannot be both');
});

test.each([
  { count: 25, as: 'a list' },
  { count: 26, as: 'autocomplete' },
])('$count choices become $as', ({ count, as }) => {
  const names: [string, ...string[]] = ['w0', ...Array.from({ length: count - 1 }, (_, n) => `w${n + 1}`)];
  const [made] = slashCommands(
    [
      defineCommand([], {
        path: ['pick'],
        summary: 'x',
        params: { it: oneOfParam('Which roll', names) },
        run,
      }),
    ],
    [],
  );
  const [option] = made?.options ?? [];
  expect(option).toMatchObject(as === 'a list' ? { choices: expect.any(Array) } : { autocomplete: true });
});

test('long text options are typed freely, short ones have suggestions', () => {
  const [made] = slashCommands(
    [
      defineCommand([], {
        path: ['say'],
        summary: 'x',
        params: { words: textParam('What', 300), to: textParam('Whom', 100) },
        run,
      }),
    ],
    [],
  );
  expect(made?.options?.map((option) => 'autocomplete' in option)).toEqual([false, true]);
});

const described = [
  defineCommand([], {
    path: ['gm', 'hide'],
    summary: 'Hide somebody',
    params: {
      who: textParam('Whom to hide', 80),
      how: oneOfParam('How long the combatants stay hidden', ['once', 'for-good']).optional(),
    },
    run,
  }),
  defineCommand([], { path: ['look'], summary: 'Look around', params, run }),
];
const saying = (language: string, sentences: Readonly<Record<string, string>>) => ({ language, sentences });

test('without a dictionary only English is sent', () => {
  expect(JSON.stringify(slashCommands(described, []))).not.toContain('localizations');
});

test('a dictionary translates descriptions, but neither names nor values', () => {
  const german = saying('de', {
    'Hide somebody': 'Jemanden verbergen',
    'Whom to hide': 'Wen',
    once: 'einmal',
    gm: 'sl',
  });
  const [gm, look] = slashCommands(described, [], [german]);
  expect(gm).toMatchObject({
    name: 'gm',
    description: 'gm: hide',
    options: [
      {
        name: 'hide',
        description: 'Hide somebody',
        description_localizations: { de: 'Jemanden verbergen' },
        options: [
          { name: 'who', description: 'Whom to hide', description_localizations: { de: 'Wen' } },
          {
            name: 'how',
            description: 'How long the combatants stay hidden',
            choices: [{ name: 'once' }, { name: 'for-good' }],
          },
        ],
      },
    ],
  });
  expect(look).not.toHaveProperty('description_localizations');
  expect(() => readCommands([gm, look], 'guild')).not.toThrow();
});

test('a language without a region covers its regions, and an unknown one is ignored', () => {
  const [, look] = slashCommands(
    described,
    [],
    [
      saying('es-419', { 'Look around': 'Mirar' }),
      saying('es', { 'Look around': 'Mirar alrededor' }),
      saying('sv', { 'Look around': 'Se dig om' }),
      saying('en-XA', { 'Look around': 'Ŀóóķ' }),
    ],
  );
  expect(look?.description_localizations).toEqual({
    'es-ES': 'Mirar alrededor',
    'es-419': 'Mirar',
    'sv-SE': 'Se dig om',
  });
});

test('translated descriptions are cut to a hundred characters and count towards the size', () => {
  const [, look] = slashCommands(described, [], [saying('fi', { 'Look around': 'k'.repeat(150) })]);
  expect(look?.description_localizations).toEqual({ fi: `${'k'.repeat(99)}…` });
  const [, plain] = slashCommands(described, []);
  expect(commandSize(look) - commandSize(plain)).toBe(100 - 'Look around'.length);
});

const named = (names: 'none' | 'options' | 'all', sentences: Readonly<Record<string, string>>) => ({
  ...saying(
    'de',
    Object.fromEntries(Object.entries(sentences).map(([key, words]) => [key.replace('|', '\u0004'), words])),
  ),
  names,
});
const germanNames = {
  'command|gm': 'sl',
  'command|gm hide': 'verbergen',
  'command|look': 'schau',
  'option|who': 'wer',
  'option|how': 'wie',
  'choice|once': 'Einmal',
};
const localized = (commands: unknown): readonly string[] =>
  [...JSON.stringify(commands).matchAll(/"name_localizations":\{"de":"([^"]*)"/g)].map(([, name = '']) => name);

test.each([
  { names: 'none', shown: ['Einmal'] },
  { names: 'options', shown: ['wer', 'wie', 'Einmal'] },
  { names: 'all', shown: ['sl', 'verbergen', 'wer', 'wie', 'Einmal', 'schau'] },
] as const)('a dictionary for $names translates $shown.length names of slash commands', ({ names, shown }) => {
  const made = slashCommands(described, [], [named(names, germanNames)]);
  expect(localized(made)).toEqual(shown);
  expect(() => readCommands(made, 'guild')).not.toThrow();
});

test('translated names that Discord refuses stay English', () => {
  const refused = {
    'command|gm': 'Spielleiter',
    'command|look': 'um schau',
    'option|who': 'x'.repeat(33),
    'option|how': '',
  };
  const made = slashCommands(described, [], [named('all', { ...refused, 'choice|once': 'x'.repeat(101) })]);
  expect(localized(made)).toEqual([]);
  expect(() => readCommands(made, 'guild')).not.toThrow();
});

test('no two parts of a command get the same translated name', () => {
  const twins = { ...germanNames, 'option|how': 'wer', 'choice|for-good': 'Einmal', 'command|look': 'gm' };
  const made = slashCommands(described, [], [named('all', twins)]);
  expect(localized(made)).toEqual(['sl', 'verbergen', 'wer', 'Einmal']);
  expect(() => readCommands(made, 'guild')).not.toThrow();
});

test('translated names count towards the size, and a command without room for them is English', () => {
  const [, look] = slashCommands(described, [], [named('all', { 'command|look': 'umschauen' })]);
  expect(commandSize(look) - commandSize(slashCommands(described, [])[1])).toBe('umschauen'.length - 'look'.length);
  const choices = Array.from({ length: 25 }, (_, n) => `c${n}`) as [string, ...string[]];
  const values = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`o${n}`, oneOfParam('x', choices)]));
  const large = defineCommand([], { path: ['large'], summary: 'x', params: values, run });
  const long = Object.fromEntries(choices.map((each) => [`choice|${each}`, each.padEnd(100, 'x')]));
  const [made] = slashCommands([large], [], [named('all', long)]);
  expect(localized([made])).toEqual([]);
  expect(() => readCommands([made], 'guild')).not.toThrow();
});
