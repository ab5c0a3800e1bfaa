import { phrase, worded } from '../core/message.ts';
import type { Line, LineTone, SumRow } from '../rules/event.ts';
import type { Scene } from './scene.ts';

/** What to show, whoever shows it: an embed, lines on a terminal. No colours, limits, Markdown or ids. */
export interface Card {
  readonly title: string;
  readonly tone: LineTone;
  readonly lines: readonly CardLine[];
  readonly fields: readonly CardField[];
  readonly picture: CardPicture | undefined;
  /** A face, small beside the rest: WebP. */
  readonly face?: Uint8Array;
  readonly footer: string | undefined;
  /** Where to go on: each opens a channel, thread or post. */
  readonly links?: readonly CardLink[];
}

export interface CardLine extends Line {
  /** True where the picture in characters says it too. */
  readonly pictured?: true;
  /** It was taken back since. */
  readonly struck?: true;
}

export interface CardField {
  readonly name: string;
  readonly text: string;
  /** True where the picture in characters says it too. */
  readonly pictured?: true;
  /** The lines of `text` once more, for whoever can show a moment as it draws near. */
  readonly deadlines?: readonly Deadline[];
}

/** Until when somebody has time: what is said before it, and the moment in milliseconds since 1970 and in words. */
export interface Deadline {
  readonly says: string;
  readonly at: { readonly moment: number; readonly words: string } | undefined;
}

/** A channel, thread or post, with what a reader clicks on. */
export interface CardLink {
  readonly label: string;
  readonly guild: string | undefined;
  readonly channel: string;
}

interface CardPicture {
  readonly scene: Scene;
  /** What the picture shows, in words. */
  readonly alt: string;
}

export const card = (title: string, parts: Partial<Omit<Card, 'title'>> = {}): Card => ({
  title,
  tone: 'plain',
  lines: [],
  fields: [],
  picture: undefined,
  footer: undefined,
  ...parts,
});

/** One plain sentence. */
export const sentenceCard = (text: string): Card =>
  card('', { tone: 'quiet', lines: [{ tone: 'plain', text, rows: [] }] });

/** What came of an order, and who is next. */
export const resultCard = (title: string, lines: readonly Line[], next?: string): Card =>
  card(title, { tone: toneOf(lines), lines, footer: next === undefined ? undefined : phrase`Next: ${next}` });

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
