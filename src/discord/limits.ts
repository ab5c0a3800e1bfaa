import { maxLetterLength, splitLetters } from '../core/letters.ts';
import { phrase } from '../core/message.ts';
import { escapeMarkdown } from '../presentation/markdown.ts';

/** Discord's limits for messages. Lengths of texts are in UTF-16 code units. */
export const discordLimits = {
  embeds: 10,
  embedTotal: 6000,
  title: 256,
  description: 4096,
  fields: 25,
  fieldName: 256,
  fieldText: 1024,
  footer: 2048,
  content: 2000,
  mentions: 100,
  rows: 5,
  buttons: 5,
  buttonLabel: 80,
  selectOptions: 25,
  selectText: 100,
  placeholder: 150,
  customId: 100,
  formTitle: 45,
  formText: 1000,
  choices: 25,
  choiceText: 100,
  commandSummary: 100,
  commandTotal: 8000,
  textOption: 6000,
  files: 10,
  fileBytes: 10 * 1024 * 1024,
  altText: 1024,
  threadName: 100,
  tags: 5,
} as const;

/** A text that must be escaped, with our own Markdown before and after it. */
export interface Piece {
  readonly open: string;
  readonly text: string;
  readonly close: string;
}

export const piece = (text: string, open = '', close = ''): Piece => ({ open, text, close });

/** Formats a piece. This is where all texts of users are escaped. */
const shown = ({ open, text, close }: Piece): string => `${open}${escapeMarkdown(text)}${close}`;

/** The end of each visible character in a text, because one may have several code units. */
const endsOf = (text: string): readonly number[] => {
  let end = 0;
  return splitLetters(text).map(({ length }) => (end += length));
};

/** The longest beginning of a text that satisfies `fits`. It ends with an ellipsis if the text was shortened. */
const beginning = (text: string, longest: number, fits: (beginning: string) => boolean): string => {
  if (fits(text)) return text;
  const ends = endsOf(text.slice(0, longest + maxLetterLength));
  const first = (count: number): string => text.slice(0, count === 0 ? 0 : ends[count - 1]);
  let from = 0;
  let to = ends.length;
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (fits(`${first(middle)}…`)) from = middle;
    else to = middle - 1;
  }
  const cut = `${first(from).trimEnd()}…`;
  return fits(cut) ? cut : '';
};

/** Shortens plain text to a length, for places that do not show Markdown. */
export const cutPlainText = (text: string, longest: number): string =>
  beginning(text, longest, ({ length }) => length <= longest);

/** Formats a piece with at most this length of Markdown. The text is shortened before it is escaped. */
export const fitMarkdown = (one: Piece, longest: number): string => {
  const text = beginning(one.text, longest, (part) => shown({ ...one, text: part }).length <= longest);
  return text === '' ? '' : shown({ ...one, text });
};

const more = (count: number): string => phrase`-# … ${count} more`;

/** Minimum length at which a shortened piece is still worth showing (characters). */
const minCutLength = 80;

/** Formats as many pieces as fit, one per line. The last line counts the others: `… 7 more`. */
export const fitMarkdownLines = (pieces: readonly Piece[], longest: number): string => {
  const begun: { readonly one: Piece; readonly whole: string }[] = [];
  let length = -1;
  for (const one of pieces) {
    const whole = shown(one);
    begun.push({ one, whole });
    length += whole.length + 1;
    if (length > longest) break;
  }
  if (length <= longest) return begun.map(({ whole }) => whole).join('\n');
  const lines: string[] = [];
  let room = longest;
  for (const [index, { one, whole }] of begun.entries()) {
    const left = pieces.length - index - 1;
    const tail = left === 0 ? 0 : more(left).length + 1;
    if (whole.length + tail <= room) {
      lines.push(whole);
      room -= whole.length + 1;
      continue;
    }
    const cut = index === 0 || room - tail >= minCutLength ? fitMarkdown(one, room - tail) : '';
    const rest = more(cut === '' ? left + 1 : left);
    if (cut !== '') lines.push(cut);
    if ((cut === '' || left > 0) && rest.length + (cut === '' ? 0 : cut.length + 1) <= room) lines.push(rest);
    break;
  }
  return lines.join('\n');
};

/** Permissions that a host can require to see the commands of game masters. */
export const gmPermissions = ['ManageGuild', 'ManageEvents', 'ManageMessages', 'CreateEvents'] as const;
export type GmPermission = (typeof gmPermissions)[number];
