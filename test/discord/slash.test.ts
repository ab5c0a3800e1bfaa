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
