import { worded } from '../core/message.ts';
import type { Line, LineTone, SumRow } from '../rules/event.ts';
import type { BattleView } from '../rules/view.ts';
import type { Scene } from './scene.ts';

/** The content of a message, without anything that depends on Discord or the terminal. */
export interface Card {
  readonly title: string;
  readonly tone: LineTone;
  readonly lines: readonly CardLine[];
  readonly fields: readonly CardField[];
  /** The picture with its alt text. `of`: the battle that it shows, from which a page can draw its own board. */
  readonly picture?: { readonly scene: Scene; readonly alt: string; readonly of?: BattleView } | undefined;
  /** The portrait beside the card (WebP). */
  readonly face?: Uint8Array;
  readonly footer?: string | undefined;
  /** The order that the footer asks for. */
  readonly order?: SuggestedOrder;
  readonly links?: readonly CardLink[];
}

export interface CardLine extends Line {
  /** True if the picture for terminals contains the line. */
  readonly pictured?: true;
  /** True if the line describes a choice that is offered below the card. */
  readonly offered?: true;
  /** True if the line describes something that was undone. */
  readonly struck?: true;
}

export interface CardField {
  readonly name: string;
  readonly text: string;
  /** True if the picture for terminals contains the field. */
  readonly pictured?: true;
  /** The lines of `text` as deadlines, from which Discord shows countdowns. */
  readonly deadlines?: readonly Deadline[];
  /** The order that the field asks for. */
  readonly order?: SuggestedOrder;
}

/** An order for the reader to give next. Each shell says how: with a button, by typing, or on the board. */
export interface SuggestedOrder {
  /** The command, as users type it. */
  readonly typed: string;
  /** The label of its button. Undefined if it has no button. */
  readonly label?: string;
  /** The rulebook’s verb and its parameters. Undefined if the order is a command of the app. */
  readonly verb?: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** A deadline: its text, and the moment (milliseconds since 1970) with its words. */
export interface Deadline {
  readonly says: string;
  readonly at?: { readonly moment: number; readonly words: string } | undefined;
}

/** A channel, thread or post on Discord. */
interface ChannelPlace {
  readonly guild?: string | undefined;
  readonly channel: string;
}

/** A link to a channel, or to a page outside Discord. */
export type CardLink = { readonly label: string } & (ChannelPlace | { readonly url: string });

/** The address of a channel on Discord. */
export const channelAddress = ({ guild, channel }: ChannelPlace): string =>
  `https://discord.com/channels/${guild ?? '@me'}/${channel}`;

/** The address to which a link leads. */
export const linkAddress = (link: CardLink): string => ('url' in link ? link.url : channelAddress(link));

export const card = (title: string, parts: Partial<Omit<Card, 'title'>> = {}): Card => ({
  title,
  tone: 'plain',
  lines: [],
  fields: [],
  ...parts,
});

export const sentenceCard = (text: string): Card =>
  card('', { tone: 'quiet', lines: [{ tone: 'plain', text, rows: [] }] });

/** Formats the steps of a sum: `d100 72 · +15 faster = 102 → stage 6`. */
export const formatRow = (row: SumRow): string => {
  let text = '';
  for (const says of row.map((each) => worded(each.says)))
    text += text === '' ? says : `${/^[=→≥≤<>]/.test(says) ? ' ' : ' · '}${says}`;
  return text;
};
