import type { Line, LineTone } from '../rules/event.ts';
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
