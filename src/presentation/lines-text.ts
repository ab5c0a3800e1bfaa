import { worded } from '../core/message.ts';
import type { Line, LineTone, SumRow } from '../rules/event.ts';

/** The steps of one sum on one row: `d100 72 · +15 faster = 102 → stage 6`. A step that begins with a sign needs no dot. */
export const formatRow = (row: SumRow): string => {
  let text = '';
  for (const says of row.map((each) => worded(each.says)))
    text += text === '' ? says : `${/^[=→≥≤<>]/.test(says) ? ' ' : ' · '}${says}`;
  return text;
};

/** Results in plain text: each headline, its rows beneath it. */
export const formatLines = (lines: readonly Line[], indent = '  '): string =>
  lines.flatMap(({ text, rows }) => [worded(text), ...rows.map((row) => `${indent}${formatRow(row)}`)]).join('\n');

/** The tone of several lines: that of the first that is good or bad. */
export const toneOf = (lines: readonly Line[]): LineTone => {
  const telling = lines.find(({ tone }) => tone === 'good' || tone === 'bad');
  if (telling !== undefined) return telling.tone;
  return lines.length > 0 && lines.every(({ tone }) => tone === 'quiet') ? 'quiet' : 'plain';
};
