import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeText } from '../../src/core/message.ts';
import { escapeMarkdown } from '../../src/presentation/markdown.ts';
import { runs } from '../budget.ts';

describe('escapeMarkdown', () => {
  test.each([
    ['bold', '**Ann**', '\\*\\*Ann\\*\\*'],
    ['italics', '_Ann_ *Ann*', '\\_Ann\\_ \\*Ann\\*'],
    ['strike-through', '~~Ann~~', '\\~\\~Ann\\~\\~'],
    ['a spoiler', '||Ann||', '\\|\\|Ann\\|\\|'],
    ['code', '`Ann`', '\\`Ann\\`'],
    ['a code fence', '```js', '\\`\\`\\`js'],
    ['a masked link', '[Ann](https://example.org)', '\\[Ann\\](https\\://example.org)'],
    ['a bare address', 'https://example.org', 'https\\://example.org'],
    ['an invitation', 'discord.gg/abc', 'discord.gg\\/abc'],
    ['everyone', '@everyone', '@\u200beveryone'],
    ['here', 'x@here', 'x@\u200bhere'],
    ['a person', '<@123>', '\\<@\u200b123\\>'],
    ['a nickname', '<@!123>', '\\<@\u200b!123\\>'],
    ['a role', '<@&123>', '\\<@\u200b\\&123\\>'],
    ['a channel', '<#123>', '\\<#123\\>'],
    ['a command', '</attack:123>', '\\</attack:123\\>'],
    ['a custom emoji', '<a:wave:123>', '\\<a:wave:123\\>'],
    ['a timestamp', '<t:1700000000:R>', '\\<t:1700000000:R\\>'],
    ['a heading', '# Ann', '\\# Ann'],
    ['small print', '-# Ann', '\\-# Ann'],
    ['a quote', '> Ann', '\\> Ann'],
    ['a list', '- Ann', '\\- Ann'],
    ['another list', '+ Ann', '\\+ Ann'],
    ['a numbered list', '1. Ann', '1\\. Ann'],
    ['another numbered list', '12) Ann', '12\\) Ann'],
    ['a rule under a line', '===', '\\==='],
    ['an entity', '&lt;b&gt;', '\\&lt;b\\&gt;'],
    ['a backslash before a mark', '\\*Ann\\*', '\\\\\\*Ann\\\\\\*'],
    ['a mark behind blanks', '   # Ann', '\\# Ann'],
    ['what cannot be seen', 'A\u200bn\u202en\u0000', 'Ann'],
    ['nothing at all', 'Ann 41/60 HP · D4 (front), +15', 'Ann 41/60 HP · D4 (front), +15'],
  ])('escapeMarkdown escapes %s', (_, text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });

  test('escapeMarkdown keeps line breaks, and escapes the start of each line', () => {
    expect(escapeMarkdown('Ann\r\n# Bob\n- Cid\u2028> Dan')).toBe('Ann\n\\# Bob\n\\- Cid\n\\> Dan');
  });

  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          ...'\\`*_~|<>[]()#+-=.:/@!&0123456789 \n\tab',
          'everyone',
          'here',
          'https://',
          '<@',
          '\u200b',
          '\u202e',
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join('')),
  );

  test('escapeMarkdown leaves no active Markdown in any text', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const escaped = escapeMarkdown(text);
        // A backslash pair shows its mark. Without those pairs no active mark may be left.
        const bare = escaped.replace(/\\[^A-Za-z0-9\s]/g, '');
        expect(bare).not.toMatch(/[\\`*_~|<>[\]&]/);
        expect(escaped).not.toMatch(/@(everyone|here|[!&]?\d)/);
        expect(bare).not.toMatch(/:\/\//);
        for (const row of escaped.split('\n')) expect(row).not.toMatch(/^\s*([#+=-]|\d+[.)])/);
        expect(escaped.replace(/@\u200b/g, '@')).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/);
      }),
      runs(400),
    );
  });

  test('escapeMarkdown shows exactly the given text', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const shown = escapeMarkdown(text)
          .replace(/@\u200b/g, '@')
          .replace(/\\([^A-Za-z0-9\s])/g, '$1');
        expect(shown).toBe(
          text
            .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
            .map(normalizeText)
            .join('\n'),
        );
      }),
      runs(400),
    );
  });
});
