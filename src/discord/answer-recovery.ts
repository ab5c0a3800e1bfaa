import { type Client, InteractionWebhook, MessageFlags, type Message as Sent } from 'discord.js';
import type { ReanswerOutcome, Transport, UnansweredInteraction } from '../app/outbox/transport.ts';
import { privateAside, type Reply } from '../app/replies/reply.ts';
import { createMessage, type DiscordMessage, isBlank, mentionOptions, sendOptions } from './discord-message.ts';
import { isDiscordError } from './failure.ts';

/** What an interaction shows so far: its original message, if any. Undefined if the interaction's token has expired. */
type AnswerState = { readonly original: Sent | undefined } | undefined;

const findAnswerState = async (hook: InteractionWebhook): Promise<AnswerState> => {
  try {
    return { original: await hook.fetchMessage('@original') };
  } catch (error) {
    if (isDiscordError(error, 'unknownWebhook', 'unknownInteraction', 'invalidToken')) return undefined;
    if (isDiscordError(error, 'unknownMessage')) return { original: undefined };
    throw error;
  }
};

const follow = async (hook: InteractionWebhook, message: DiscordMessage, privately: boolean): Promise<void> => {
  if (isBlank(message)) return;
  await hook.send({ ...sendOptions(message), ...(privately && { flags: MessageFlags.Ephemeral }) });
};

/** Replaces an announcement by the answer. Sends a new message if the announcement has another audience. */
const fill = async (
  hook: InteractionWebhook,
  original: Sent,
  message: DiscordMessage,
  privately: boolean,
): Promise<void> => {
  if (!isBlank(message) && original.flags.has(MessageFlags.Ephemeral) === privately) {
    await hook.editMessage('@original', sendOptions(message));
    // An edited message notifies no one.
    if (!privately && message.pingedUsers.length > 0) await hook.send(mentionOptions(message.pingedUsers));
    return;
  }
  await hook.deleteMessage('@original');
  await follow(hook, message, privately);
};

/** True if the message only announces a slow answer: empty, or one line about the work in progress. */
const isAnnouncement = ({ flags, embeds, components, attachments }: Sent): boolean =>
  flags.has(MessageFlags.Loading) || embeds.length + components.length + attachments.size === 0;

/** True if the answer was already sent, because the message is no announcement and not the pressed message. */
const isAnswered = (original: Sent, { pressed }: UnansweredInteraction): boolean =>
  !isAnnouncement(original) && original.id !== pressed?.message;

/** Sends the answer that an ended process owes: by the interaction's token, else in the channel if public. */
export const recoverAnswer = async (
  client: Client<true>,
  post: Transport['post'],
  item: UnansweredInteraction,
  token: string | undefined,
  reply: Reply,
): Promise<ReanswerOutcome> => {
  const privately = reply.to === 'asker';
  const message = await createMessage(reply);
  const beside = privateAside(reply);
  const aside = beside.length === 0 ? undefined : await createMessage({ cards: beside });
  const hook =
    token === undefined || item.left !== 'all'
      ? undefined
      : new InteractionWebhook(client, client.application.id, token);
  const standing = hook && (await findAnswerState(hook));
  if (hook !== undefined && standing !== undefined) {
    const { original } = standing;
    if (original === undefined || !isAnswered(original, item)) {
      if (original !== undefined && isAnnouncement(original)) await fill(hook, original, message, privately);
      else await follow(hook, message, privately);
    }
    if (aside !== undefined) await follow(hook, aside, true);
    return 'answered';
  }
  if (privately) return isBlank(message) ? 'answered' : 'unanswered';
  const delivery = isBlank(message) ? 'sent' : await post(item.channel, reply, item.order);
  if (aside !== undefined) return 'aside left';
  return delivery === 'sent' ? 'answered' : delivery;
};
