import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toEmbeds } from '../../src/discord/embed.ts';
import { cutPlainText, fitMarkdown, fitMarkdownLines, piece } from '../../src/discord/limits.ts';
import { type Card, card } from '../../src/presentation/card.ts';
import { escapeMarkdown } from '../../src/presentation/markdown.ts';
import { line, step } from '../../src/rules/event.ts';
import { embedSize, readMessage } from './fake/message-rules.ts';

test('only a text that is too long ends in an ellipsis', () => {
  expect(cutPlainText('abcde', 5)).toBe('abcde');
  expect(cutPlainText('abcdef', 5)).toBe('abcd…');
  expect(cutPlainText('👩‍👩‍👧 and more', 9)).toBe('👩‍👩‍👧…');
  expect(cutPlainText('👩‍👩‍👧 and more', 8)).toBe('…');
});

test('truncation never splits a Markdown escape', () => {
  const nasty = fc.string({ unit: fc.constantFrom('*', '_', '`', '\\', '@', 'a', ' ', '<', '\n', '😀') });
  fc.assert(
    fc.property(nasty, fc.integer({ min: 5, max: 60 }), (text, longest) => {
      const shown = fitMarkdown(piece(text, '**', '**'), longest);
      expect(shown.length).toBeLessThanOrEqual(longest);
      const inner = shown.slice(2, -2);
      if (inner === escapeMarkdown(text)) return;
      const beginnings = [...text].map((_, at, all) => escapeMarkdown(`${all.slice(0, at).join('').trimEnd()}…`));
      expect(beginnings).toContain(inner);
    }),
  );
});

test('dropped lines are counted', () => {
  const lines = Array.from({ length: 10 }, (_, n) => piece(`line ${n}`));
  expect(fitMarkdownLines(lines, 69)).toBe(lines.map(({ text }) => text).join('\n'));
  expect(fitMarkdownLines(lines, 68)).toBe(
    'line 0\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\nline 7\n-# … 2 more',
  );
  expect(fitMarkdownLines(lines, 0)).toBe('');
  expect(fitMarkdownLines([piece('x'.repeat(200)), piece('y')], 100)).toBe(`${'x'.repeat(87)}…\n-# … 1 more`);
});

test('a line with a sum is a headline above small print, and quiet lines are small', () => {
  const [embed] = toEmbeds([
    card('Duel', {
      tone: 'bad',
      lines: [
        line('Ann misses', 'plain', [[step('R-1', 'd20 3'), step('R-2', '+1 skill')]]),
        line('Grim waits.'),
        line('Dusk falls.', 'quiet'),
      ],
      footer: 'Round *2*',
    }),
  ]);
  expect(embed).toMatchObject({
    color: 0xc0392b,
    title: 'Duel',
    description: '**Ann misses**\n-# d20 3 · +1 skill\nGrim waits.\n-# Dusk falls.',
    footer: { text: 'Round *2*' },
  });
});

test('a deadline becomes a Discord timestamp after escaped names', () => {
  const at = { moment: 1_790_000_000_001, words: 'in 5 hours' };
  const deadlines = [
    { says: 'Ann *the* Red:', at },
    { says: 'The clock is paused', at: undefined },
  ];
  const [embed] = toEmbeds([card('Duel', { fields: [{ name: 'Time runs out', text: 'in words', deadlines }] })]);
  expect(embed?.fields).toMatchObject([
    { value: 'Ann \\*the\\* Red: <t:1790000001:R>\nThe clock is paused', inline: true },
  ]);
});

const texts = (most: number) =>
  fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: fc.constantFrom('*', '\\', 'a', '@', '\n'), maxLength: most }),
    fc.integer({ min: 0, max: most }).map((length) => '_x'.repeat(length)),
  );
const cards: fc.Arbitrary<Card> = fc.record({
  title: texts(400),
  tone: fc.constantFrom('good', 'bad', 'plain', 'quiet'),
  lines: fc.array(
    fc.record({
      text: texts(3000),
      tone: fc.constantFrom('good', 'plain', 'quiet'),
      rows: fc.array(
        fc.array(
          texts(100).map((says) => step('R-1', says)),
          { maxLength: 5 },
        ),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 12 },
  ),
  fields: fc.array(fc.record({ name: texts(300), text: texts(1500) }), { maxLength: 40 }),
  picture: fc.constant(undefined),
  footer: fc.option(texts(2500), { nil: undefined }),
});

test('embeds of any cards are within Discord’s limits', () => {
  fc.assert(
    fc.property(fc.array(cards, { maxLength: 14 }), (many) => {
      const embeds = toEmbeds(many);
      if (embeds.length === 0) return;
      const { embeds: read = [] } = readMessage({ content: 'x', embeds }, [], true);
      expect(read.reduce((sum, embed) => sum + embedSize(embed), 0)).toBeLessThanOrEqual(6000);
    }),
    { numRuns: 60 },
  );
});

test('each card of a message gets a share, however long the first is', () => {
  const long = card('Long', {
    lines: Array.from({ length: 400 }, (_, n) => line(`Line number ${n} of a very long log`)),
  });
  const embeds = toEmbeds([long, card('Second', { lines: [line('Here.')] })]);
  expect(embeds[0]?.description).toMatch(/… \d+ more$/);
  expect(embeds[1]).toMatchObject({ title: 'Second', description: 'Here.' });
});

test('lines and fields share one embed', () => {
  const [embed] = toEmbeds([
    card('Status', {
      lines: Array.from({ length: 300 }, () => line('x'.repeat(40))),
      fields: Array.from({ length: 30 }, (_, n) => ({ name: `Side ${n}`, text: 'y'.repeat(90) })),
    }),
  ]);
  expect(embed?.fields).toHaveLength(25);
  expect(embed?.fields?.at(-1)?.value).toBe('… 6 more');
  expect(embed?.description).toMatch(/… \d+ more$/);
});
