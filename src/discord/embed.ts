import type { APIEmbed, APIEmbedField } from 'discord.js';
import { phrase, term, worded } from '../core/message.ts';
import {
  type Card,
  type CardLink,
  type Deadline,
  formatRow,
  linkAddress,
  type SuggestedOrder,
} from '../presentation/card.ts';
import { cutPlainText, discordLimits, fitMarkdown, fitMarkdownLines, type Piece, piece } from './limits.ts';

const colours: Readonly<Record<Card['tone'], number>> = {
  good: 0x2e9e5b,
  bad: 0xc0392b,
  plain: 0x4f6bd8,
  quiet: 0x7f8c8d,
};

/** Formats a line as a headline with its tone. The line's sum follows in small print. */
const piecesOf = ({ text, tone, rows, struck }: Card['lines'][number]): readonly Piece[] => {
  if (struck) return text.split('\n').map((each) => piece(each, '-# ~~', '~~'));
  const isHeadline = rows.length > 0 || tone === 'good' || tone === 'bad';
  const [headline, ...further] = worded(text).split('\n');
  return [
    ...(headline === undefined || headline === ''
      ? []
      : [isHeadline ? piece(headline, '**', '**') : piece(headline, tone === 'quiet' ? '-# ' : '')]),
    ...further.map((each) => piece(each)),
    ...rows.map((row) => piece(formatRow(row).replaceAll('\n', ' '), '-# ')),
  ];
};

/** Formats a link with its full address, so that it works in other servers and in direct messages. */
const linkPiece = (link: CardLink): Piece => piece(worded(link.label), '[', `](${linkAddress(link)})`);

/** Maximum length of a field that may be shown beside other fields (characters). */
const narrow = 40;

/** Formats a moment so that Discord shows it as time from now: `in 5 hours`. */
const momentText = ({ moment }: NonNullable<Deadline['at']>): string => `<t:${Math.ceil(moment / 1000)}:R>`;

/** Says how to give an order on Discord. */
const howTo = ({ label, typed }: SuggestedOrder): string =>
  label === undefined ? phrase`Type ${typed}` : phrase`Press ${term(label)} or type ${typed}`;

const fieldOf = ({ name, text, deadlines, order }: Card['fields'][number]): APIEmbedField => ({
  name: fitMarkdown(piece(worded(name)), discordLimits.fieldName) || '\u200b',
  value:
    fitMarkdownLines(
      deadlines?.map(({ says, at }) => piece(says, '', at && `${says === '' ? '' : ' '}${momentText(at)}`)) ??
        [...(text === '' ? [] : worded(text).split('\n')), ...(order ? [howTo(order)] : [])].map((one) => piece(one)),
      discordLimits.fieldText,
    ) || '\u200b',
  inline: order === undefined && text.length <= narrow && !text.includes('\n'),
});

const sizeOf = ({ name, value }: APIEmbedField): number => name.length + value.length;

/** The fields that fit into `room`. A last field counts the fields that do not fit. */
const fieldsWithin = (fields: readonly APIEmbedField[], room: number): readonly APIEmbedField[] => {
  const kept: APIEmbedField[] = [];
  let left = room;
  for (const [index, field] of fields.entries()) {
    const rest: APIEmbedField = { name: '\u200b', value: phrase`… ${fields.length - index} more` };
    const isLast = index === fields.length - 1;
    const fits =
      kept.length < discordLimits.fields - (isLast ? 0 : 1) && sizeOf(field) + (isLast ? 0 : sizeOf(rest)) <= left;
    if (!fits) return sizeOf(rest) <= left ? [...kept, rest] : kept;
    kept.push(field);
    left -= sizeOf(field);
  }
  return kept;
};

const footerOf = ({ footer = '', order }: Card): string =>
  order === undefined ? worded(footer) : phrase`${worded(footer)}. ${howTo(order)}.`;

const embedWithin = (card: Card, room: number, picture: string | undefined, face: string | undefined): APIEmbed => {
  const title = fitMarkdown(piece(worded(card.title)), Math.min(discordLimits.title, room >> 1));
  const footer =
    card.footer === undefined
      ? ''
      : cutPlainText(footerOf(card), Math.min(discordLimits.footer, (room - title.length) >> 1));
  const body = room - title.length - footer.length;
  const fields = card.fields.map(fieldOf);
  // Lines and fields share the space: what one does not need, the other gets.
  const wanted = fields.reduce((sum, field) => sum + sizeOf(field), 0);
  const pieces = [...card.lines.flatMap(piecesOf), ...(card.links ?? []).map(linkPiece)];
  const description = fitMarkdownLines(pieces, Math.min(discordLimits.description, body - Math.min(wanted, body >> 1)));
  return {
    color: colours[card.tone],
    ...(title !== '' && { title }),
    ...(description !== '' && { description }),
    fields: [...fieldsWithin(fields, body - description.length)],
    ...(footer !== '' && { footer: { text: footer } }),
    ...(face !== undefined && { thumbnail: { url: `attachment://${face}` } }),
    ...(picture !== undefined && { image: { url: `attachment://${picture}` } }),
  };
};

const charsOf = ({ title = '', description = '', fields = [], footer }: APIEmbed): number =>
  title.length + description.length + (footer?.text.length ?? 0) + fields.reduce((sum, one) => sum + sizeOf(one), 0);

const isEmpty = (embed: APIEmbed): boolean => charsOf(embed) === 0 && embed.image === undefined;

/** Space reserved for each card that follows in the message (characters). */
const share = 200;

/** Converts cards to embeds. File names connect pictures and portraits with their cards. */
export const toEmbeds = (
  cards: readonly Card[],
  [pictures = [], faces = []]: readonly (readonly (string | undefined)[])[] = [],
): readonly APIEmbed[] => {
  const shown = cards.length > discordLimits.embeds ? cards.slice(0, discordLimits.embeds - 1) : cards;
  const left = cards.length - shown.length;
  const embeds: APIEmbed[] = left > 0 ? [{ color: colours.quiet, description: phrase`… ${left} more` }] : [];
  let room: number = discordLimits.embedTotal - embeds.reduce((sum, one) => sum + charsOf(one), 0);
  const made = shown.map((card, index) => {
    const embed = embedWithin(card, room - share * (shown.length - index - 1), pictures[index], faces[index]);
    room -= charsOf(embed);
    return embed;
  });
  return [...made, ...embeds].filter((embed) => !isEmpty(embed));
};
