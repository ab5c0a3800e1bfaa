import { createHash } from 'node:crypto';
import type { APIActionRowComponent, APIComponentInMessageActionRow, APIEmbed, AttachmentPayload } from 'discord.js';
import { type Control, inReplyLanguage, type Reply } from '../app/replies/reply.ts';
import { counted, type Dictionary, phrase } from '../core/message.ts';
import { type Card, card, sentenceCard } from '../presentation/card.ts';
import { toComponents } from './controls.ts';
import { toEmbeds } from './embed.ts';
import { cutPlainText, discordLimits } from './limits.ts';
import { scenePng } from './png.ts';

interface Attached {
  readonly name: string;
  readonly bytes: Buffer;
  readonly alt: string | undefined;
}

/** The parts of a message for discord.js. */
export interface DiscordMessage {
  readonly embeds: readonly APIEmbed[];
  readonly rows: readonly APIActionRowComponent<APIComponentInMessageActionRow>[];
  readonly files: readonly Attached[];
  /** Ids of the users to notify. No one else is notified. */
  readonly pingedUsers: readonly string[];
  /** Descriptions of the parts of a reply that did not fit into the message, for the log. */
  readonly leftOut: readonly string[];
}

interface Parts {
  readonly cards: readonly Card[];
  readonly controls?: readonly (readonly Control[])[];
  readonly files?: Reply['files'];
  readonly ping?: readonly string[];
  readonly to?: Reply['to'];
  readonly dictionary?: Dictionary | undefined;
}

const pictureName = (index: number): string => (index === 0 ? 'board.png' : `board-${index + 1}.png`);

/** Replaces characters that are not allowed in file names. */
const fileName = (name: string): string =>
  [...name.replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '_')].slice(-100).join('') || 'file';

const pictureOf = async (
  { picture }: Card,
  index: number,
  isSuperseded?: () => boolean,
): Promise<Attached | undefined> =>
  picture && {
    name: pictureName(index),
    bytes: Buffer.from(await scenePng(picture.scene, isSuperseded)),
    alt: picture.alt,
  };

/** Builds a message from cards, controls and files. Throws `SupersededError` if its picture is no longer needed. */
export const createMessage = async (parts: Parts, isSuperseded?: () => boolean): Promise<DiscordMessage> => {
  const pictures = await Promise.all(
    parts.cards.slice(0, discordLimits.embeds).map((each, index) => pictureOf(each, index, isSuperseded)),
  );
  return inReplyLanguage(parts, () => layOutMessage(parts, pictures));
};

const portraitFileName = (index: number): string => `face-${index + 1}.webp`;

const layOutMessage = (
  { cards, controls = [], files = [], ping = [] }: Parts,
  pictures: readonly (Attached | undefined)[],
): DiscordMessage => {
  const given = files.map(({ name, content }) => ({
    name: fileName(name),
    bytes: Buffer.from(content),
    alt: undefined,
  }));
  const faces = cards
    .slice(0, discordLimits.embeds)
    .map(({ face }, index) =>
      face === undefined ? undefined : { name: portraitFileName(index), bytes: Buffer.from(face), alt: undefined },
    );
  const all = [...pictures, ...faces].filter((each) => each !== undefined).concat(given);
  const kept = all.filter(({ bytes }) => bytes.length <= discordLimits.fileBytes).slice(0, discordLimits.files);
  const { rows, leftOut } = toComponents(controls);
  const tooLarge: readonly Card[] = all
    .filter((file) => !kept.includes(file))
    .map(({ name }) =>
      card(name, {
        tone: 'quiet',
        lines: [{ tone: 'quiet', text: 'This file is too large to be attached here.', rows: [] }],
      }),
    );
  return {
    embeds: toEmbeds(
      [...cards, ...tooLarge],
      [pictures, faces].map((each) => each.map((file) => (file && kept.includes(file) ? file.name : undefined))),
    ),
    rows,
    files: kept.map((file) => ({ ...file, alt: file.alt && cutPlainText(file.alt, discordLimits.altText) })),
    pingedUsers: [...new Set(ping)].slice(0, discordLimits.mentions),
    leftOut: [
      ...(leftOut > 0 ? [counted(leftOut, 'control')] : []),
      ...tooLarge.map(({ title }) => phrase`the file ${title}`),
    ],
  };
};

export const sentenceMessage = (text: string): DiscordMessage => layOutMessage({ cards: [sentenceCard(text)] }, []);

export const isBlank = ({ embeds, rows, files }: DiscordMessage): boolean =>
  embeds.length === 0 && rows.length === 0 && files.length === 0;

/** The nonce for a message key. For some minutes, Discord ignores further messages with the same nonce. */
export const onceOnly = (key: string) => ({
  nonce: /^\d+$/.test(key) ? key : createHash('sha256').update(key).digest('base64url').slice(0, 25),
  enforceNonce: true,
});

const formatMentions = (users: readonly string[]): string =>
  users
    .map((id) => `<@${id}>`)
    .join(' ')
    .slice(0, discordLimits.content);

/** Options for discord.js to send a message that only mentions users. */
export const mentionOptions = (users: readonly string[]) => ({
  content: formatMentions(users),
  allowedMentions: { parse: [], users: [...users] },
});

/** Options for discord.js to send or edit a message. All fields are set, so that an edit replaces everything. */
export const sendOptions = ({ embeds, rows, files, pingedUsers }: DiscordMessage, notify = pingedUsers) => ({
  // Discord refuses messages that have only controls.
  content: formatMentions(pingedUsers) || (embeds.length === 0 && files.length === 0 ? '\u200b' : ''),
  embeds: [...embeds],
  components: [...rows],
  files: files.map(
    ({ name, bytes, alt }): AttachmentPayload => ({ name, attachment: bytes, ...(alt && { description: alt }) }),
  ),
  attachments: [],
  allowedMentions: { parse: [], users: [...notify] },
});
