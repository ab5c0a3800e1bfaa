import { normalizeText } from '../core/message.ts';
import type { Line } from '../rules/event.ts';
import type { Card } from './card.ts';
import { formatRow } from './lines-text.ts';

/** Invisible; a mention of a person, a role or everyone ends at it. The only such sign we write ourselves. */
const apart = '\u200b';

/**
 * One line. Everywhere: emphasis, code, spoilers, strike-through, links, mentions, emoji, timestamps, entities, addresses
 * that would become links. At its beginning: headings, small print, lists, quotes, rules.
 */
const escapeLine = (text: string): string =>
  normalizeText(text)
    .replace(/[\\`*_~|<>[\]&]/g, '\\$&')
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\b(discord(?:app)?\.(?:gg|com|me|io|li|new))\//gi, '$1\\/')
    .replace(/@(?=\S)/g, `@${apart}`)
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');

/** A text that is not ours, so that Markdown shows it as it is: no mark-up, no mention, no link. Line breaks stay. */
export const escapeMarkdown = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map(escapeLine)
    .join('\n');

/** Results as Markdown: each headline, its rows beneath it as small print. */
export const linesMarkdown = (lines: readonly Line[]): string =>
  lines
    .flatMap(({ text, tone, rows }) => [
      tone === 'good' || tone === 'bad' ? `**${escapeMarkdown(text)}**` : escapeMarkdown(text),
      ...rows.map((row) => `-# ${escapeMarkdown(formatRow(row))}`),
    ])
    .join('\n');

/** A card as Markdown, for a log. */
export const cardMarkdown = ({ title, lines, fields, footer }: Card): string =>
  [
    `**${escapeMarkdown(title)}**`,
    ...(lines.length === 0 ? [] : [linesMarkdown(lines)]),
    ...fields.map(({ name, text }) => `__${escapeMarkdown(name)}__\n${escapeMarkdown(text)}`),
    ...(footer === undefined ? [] : [`*${escapeMarkdown(footer)}*`]),
  ].join('\n');
