import { type Channel, ChannelType, type Client, MessageFlags, PermissionFlagsBits, type Webhook } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Speech, Transport } from '../app/outbox/transport.ts';
import { cutBetweenLetters } from '../core/letters.ts';
import type { Log } from '../log/log.ts';
import { discordCodes, isDiscordError } from './failure.ts';
import { cutPlainText, discordLimits } from './limits.ts';
import { createSpeakerEmojis } from './speaker-emojis.ts';

type Speak = NonNullable<Transport['speakAs']>;

/** The name of the webhook through which characters speak. A channel has at most one of ours. */
const webhookName = 'Character voices';
const maxNameLength = 80;

/** A thin space. Put into words that webhook names may not contain, it splits them. */
const hairSpace = '\u200a';
const breakWord = (word: string): string => `${word.slice(0, 2)}${hairSpace}${word.slice(2)}`;

/** Replacements for characters that webhook names may not contain. */
const signs: Readonly<Record<string, string>> = { '@': '＠', '#': '＃', ':': '：', '`': '’' };

/** Converts a character's name to one that webhooks allow: 1 to 80 characters, without forbidden words. */
export const toSpeakerName = (name: string): string => {
  const safe = name
    .trim()
    .replaceAll(/[@#:`]/g, (sign) => signs[sign] ?? '')
    .replaceAll(/discord|clyde/gi, breakWord);
  const named = cutBetweenLetters(safe, maxNameLength);
  return /^(everyone|here|system message|)$/i.test(named) ? `${named}.` : named;
};

/** Invisible characters that could hide or reverse words. Line breaks and joiners are allowed. */
const invisible = /(?!\n)\p{Cc}|(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}|[\u2028\u2029]/gu;

/** Escapes Markdown that could deceive readers: masked links, small print that imitates our line, huge headings. */
export const escapeHidingMarkdown = (words: string): string =>
  words
    .replace(invisible, '')
    .replace(/\](?=[\p{Cf}\p{M}]*\()/gu, '] ')
    .replace(/-(?=#)/g, '-\\')
    .replace(/^([\s>*+\-\d.]*)(?=#)/gm, '$1\\');

/** The small line that names the user who speaks, without a mention. Empty if the user should not be named. */
const authorLine = (author: string | undefined): string => (author === undefined ? '' : `\n-# <@${author}>`);

type Hooked = Extract<Channel, { fetchWebhooks: unknown }>;

/** The channel in which the webhook must be created: for a thread, its parent. Undefined if webhooks are impossible. */
const findWebhookChannel = (channel: Channel): Hooked | undefined => {
  const place = channel.isThread() ? channel.parent : channel;
  return place !== null && 'fetchWebhooks' in place ? place : undefined;
};

/** Creates a function that speaks as a character through the channel's webhook. */
export const createSpeech = (theClient: () => Client<true>, log: Log) => {
  const faces = createSpeakerEmojis(theClient, log);
  /** The webhooks of recently used channels, by channel. */
  const hooks = new LRUCache<string, Promise<Webhook>>({ max: 1000 });
  const ownHook = async (place: Hooked): Promise<Webhook> => {
    const own = theClient().application.id;
    const there = (await place.fetchWebhooks()).find(
      ({ applicationId, token }) => applicationId === own && token !== null,
    );
    return there ?? place.createWebhook({ name: webhookName });
  };
  const hookOf = (place: Hooked): Promise<Webhook> => {
    const there = hooks.get(place.id) ?? ownHook(place);
    hooks.set(place.id, there);
    there.catch(() => hooks.delete(place.id));
    return there;
  };

  /** Sends text as spoken by a character and returns the id of the message. */
  const say = async (place: Hooked, channel: Channel, { name, words, portrait, author }: Speech): Promise<string> => {
    const hook = await hookOf(place);
    const avatarURL = portrait === undefined ? undefined : await faces.addressOf(portrait);
    const below = authorLine(author);
    const content = `${cutPlainText(escapeHidingMarkdown(words), discordLimits.content - below.length)}${below}`;
    const { id } = await hook.send({
      ...{ content, username: toSpeakerName(name), allowedMentions: { parse: [] } },
      flags: MessageFlags.SuppressEmbeds,
      ...(avatarURL !== undefined && { avatarURL }),
      ...(channel.isThread() && { threadId: channel.id }),
    });
    return id;
  };

  const speak: Speak = async (id, speech) => {
    const channel = await theClient().channels.fetch(id);
    const place = channel === null || channel.isDMBased() ? undefined : findWebhookChannel(channel);
    if (channel === null || place === undefined || channel.type === ChannelType.GuildAnnouncement) return 'plain';
    if (place.permissionsFor(theClient().user)?.has(PermissionFlagsBits.ManageWebhooks) !== true) return 'lacks';
    for (let attempt = 1; attempt <= 2; attempt += 1)
      try {
        return { said: await say(place, channel, speech) };
      } catch (error) {
        hooks.delete(place.id);
        if (isDiscordError(error, 'missingPermissions', 'missingAccess')) return 'lacks';
        if (isDiscordError(error, 'tooManyWebhooks')) return 'plain';
        // Someone deleted the webhook, so create a new one.
        if (!isDiscordError(error, 'unknownWebhook') || attempt === 2) throw error;
        log.debug({ code: discordCodes.unknownWebhook, channel: place.id }, 'A webhook is gone, and made anew.');
      }
    return 'plain';
  };
  return { speakAs: speak, removePortraits: faces.forget };
};
