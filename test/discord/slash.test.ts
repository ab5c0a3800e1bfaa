import { expect, test } from 'vitest';
import { z } from 'zod';
import { command } from '../../src/app/commands/command.ts';
import { post } from '../../src/app/replies/reply.ts';
import { ok } from '../../src/core/result.ts';
import { commandSize, slashCommands, slashName } from '../../src/discord/slash.ts';
import { oneOf, text, whole } from '../../src/rules/params.ts';
import { readCommands } from './fake/command-rules.ts';

const run = async () => ok(post({ cards: [] }));
const params = z.strictObject({});

test('names are written as Discord wants them', () => {
  expect(slashName('atRange')).toBe('at-range');
  expect(slashName('defend')).toBe('defend');
});

test('descriptions are cut to a hundred characters, and none is empty', () => {
  const [made] = slashCommands(
    [
      command({
        path: ['long'],
        summary: 'x'.repeat(150),
        params: z.strictObject({ a: text('', 300), b: text('y'.repeat(150), 300) }),
        run,
      }),
    ],
    [],
  );
  expect(made?.description).toBe(`${'x'.repeat(99)}…`);
  expect(made?.options?.map(({ description }) => description)).toEqual(['a', `${'y'.repeat(99)}…`]);
  expect(() => readCommands([made], 'guild')).not.toThrow();
});

test('a group too large for Discord says less of each part instead of being refused', () => {
  const parts = Array.from({ length: 25 }, (_, n) =>
    command({
      path: ['gm', `part${n}`],
      summary: 's'.repeat(100),
      params: z.strictObject(
        Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`option${at}`, whole('d'.repeat(100), 1, 9)])),
      ),
      run,
    }),
  );
  const [made] = slashCommands(parts, []);
  expect(commandSize(made)).toBeLessThanOrEqual(8000);
  expect(() => readCommands([made], 'guild')).not.toThrow();
});

test('a word cannot be a command and a group', () => {
  const both = [
    command({ path: ['gm'], summary: 'x', params, run }),
    command({ path: ['gm', 'hide'], summary: 'x', params, run }),
  ];
  expect(() => slashCommands(both, [])).toThrow('/gm cannot be both');
});

test.each([
  { count: 25, as: 'a list' },
  { count: 26, as: 'autocomplete' },
])('$count choices are $as', ({ count, as }) => {
  const names: [string, ...string[]] = ['w0', ...Array.from({ length: count - 1 }, (_, n) => `w${n + 1}`)];
  const [made] = slashCommands(
    [command({ path: ['pick'], summary: 'x', params: z.strictObject({ it: oneOf('Which', names) }), run })],
    [],
  );
  const [option] = made?.options ?? [];
  expect(option).toMatchObject(as === 'a list' ? { choices: expect.any(Array) } : { autocomplete: true });
});

test('long texts are written, short ones are suggested', () => {
  const [made] = slashCommands(
    [
      command({
        path: ['say'],
        summary: 'x',
        params: z.strictObject({ words: text('What', 300), to: text('Whom', 100) }),
        run,
      }),
    ],
    [],
  );
  expect(made?.options?.map((option) => 'autocomplete' in option)).toEqual([false, true]);
});
