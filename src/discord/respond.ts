import {
  type ChatInputCommandInteraction,
  type ContextMenuCommandInteraction,
  type InteractionReplyOptions,
  MessageFlags,
} from 'discord.js';
import type { AnswerStatus } from '../app/outbox/outbox-relay.ts';
import { isShownInTurnMessage } from '../app/replies/reply.ts';
import { phrase } from '../core/message.ts';
import type { Log } from '../log/log.ts';
import { type DiscordMessage, isBlank, mentionOptions, sendOptions, sentenceMessage } from './discord-message.ts';
import { failureSentence, isDiscordError, isTransient } from './failure.ts';
import type { PressInteraction } from './parse-interaction.ts';
import { type PreparedReply, replacesPressedMessage } from './prepared-reply.ts';
import { answerDelays, recoveryDelays, withRetries } from './retry.ts';

/** A slash command, or a command from the menu of a message or member. */
type Commanding = ChatInputCommandInteraction | ContextMenuCommandInteraction;
export type AnswerableInteraction = Commanding | PressInteraction;

interface ResponseOptions {
  /** Delay before a slow answer is announced (milliseconds). */
  readonly deferDelay: number;
  /** Who will probably see the answer. The same readers see its announcement. */
  readonly usualReader: 'everyone' | 'asker';
  /** Called before a slow answer is announced. `press`: after a press there is no visible announcement. */
  readonly onAnnouncing?: (how: 'everyone' | 'asker' | 'press') => Promise<void>;
  /** Called after a slow answer was announced, even if the announcement failed. */
  readonly onAnnounced?: () => void;
  /** True if the answer is saved in the outbox. Then the outbox delivers it if this process cannot. */
  readonly isDurable?: () => boolean;
  readonly log: Log;
}

const messageFlags = (privately: boolean): { flags?: MessageFlags.Ephemeral } =>
  privately ? { flags: MessageFlags.Ephemeral } : {};

const withTimeout = async <T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
};

/** True if a public follow-up message with this content has already arrived in the channel. */
const isShown = async ({ channel, id }: AnswerableInteraction, content: string, embeds: number): Promise<boolean> => {
  const since = await channel?.messages.fetch({ after: id, limit: 100, cache: false }).catch(() => undefined);
  return [...(since?.values() ?? [])].some(
    (each) => each.interactionMetadata?.id === id && each.content === content && each.embeds.length === embeds,
  );
};

/** Answers an interaction at once. */
const reply = async (
  interaction: AnswerableInteraction,
  { message, isPrivate }: Pick<PreparedReply, 'message' | 'isPrivate'>,
): Promise<void> => {
  await withRetries(() => interaction.reply({ ...sendOptions(message), ...messageFlags(isPrivate) }), answerDelays);
};

/** Sends a follow-up message. After a broken connection, first checks whether a public one has already arrived. */
const followUp = async (
  interaction: AnswerableInteraction,
  message: InteractionReplyOptions & { readonly content?: string },
  privately: boolean,
): Promise<void> => {
  let isTriedBefore = false;
  await withRetries<unknown>(() => {
    const tried = isTriedBefore;
    isTriedBefore = true;
    // discord.js adds files to this array, so each attempt needs a new one.
    const fresh = { ...message, attachments: [], ...messageFlags(privately) };
    const send = (): Promise<unknown> => interaction.followUp(fresh);
    if (!tried || privately) return send();
    return isShown(interaction, message.content ?? '', message.embeds?.length ?? 0).then((is) => is || send());
  }, recoveryDelays);
};

/** Runs a request about a message. Returns 'gone' if the user has dismissed this message. */
const ignoreIfGone = async (doing: () => Promise<unknown>): Promise<'done' | 'gone'> => {
  try {
    await withRetries(doing, recoveryDelays);
    return 'done';
  } catch (error) {
    if (isDiscordError(error, 'unknownMessage')) return 'gone';
    throw error;
  }
};

/** Mentions the users of a public message in a new message, because an edit notifies no one. */
const notify = async (
  interaction: AnswerableInteraction,
  { pingedUsers }: DiscordMessage,
  isPrivate: boolean,
): Promise<void> => {
  if (!isPrivate && pingedUsers.length > 0) await followUp(interaction, mentionOptions(pingedUsers), false);
};

/** Edits the answer to an interaction. */
const edit = async (interaction: AnswerableInteraction, { message, isPrivate }: PreparedReply): Promise<void> => {
  if ((await ignoreIfGone(() => interaction.editReply(sendOptions(message)))) === 'gone')
    return followUp(interaction, sendOptions(message), isPrivate);
  await notify(interaction, message, isPrivate);
};

export const replaceAnswer = async (interaction: AnswerableInteraction, message: DiscordMessage): Promise<void> => {
  await withRetries(() => interaction.editReply(sendOptions(message)), recoveryDelays);
};

/** Deletes an announcement and answers in a new message, because the announcement has another audience. */
const answerInNewMessage = async (
  interaction: AnswerableInteraction,
  { message, isPrivate }: PreparedReply,
): Promise<void> => {
  await ignoreIfGone(() => interaction.deleteReply());
  await followUp(interaction, sendOptions(message), isPrivate);
};

const done = (): DiscordMessage => sentenceMessage(phrase`Done.`);

/** Delay after an announcement before it also says what the bot is working on (milliseconds). */
const noteAfter = 4000;

/** Waits for announced work. If it takes long, edits the announcement to say what the bot is working on. */
const patiently = async (interaction: Commanding, work: Promise<PreparedReply>): Promise<PreparedReply> => {
  const soon = await withTimeout(work, noteAfter);
  if (soon !== undefined) return soon;
  const says = phrase`Still working on /${interaction.commandName}. Large battles take up to a minute.`;
  // If this fails, nothing is lost, because the answer replaces it.
  await interaction.editReply({ content: says }).catch(() => undefined);
  return work;
};

const answerCommand = async (
  interaction: Commanding,
  work: Promise<PreparedReply>,
  { deferDelay, usualReader, onAnnouncing, onAnnounced }: ResponseOptions,
): Promise<void> => {
  const visible = (outcome: PreparedReply): PreparedReply =>
    isBlank(outcome.message) ? { ...outcome, message: done(), isPrivate: true } : outcome;
  // The turn message shows the same, so the answer can be deleted.
  const goesAgain = ({ reply, message }: PreparedReply): boolean => isShownInTurnMessage(reply) && isBlank(message);
  const takeAway = (): Promise<unknown> => ignoreIfGone(() => interaction.deleteReply());
  const ready = await withTimeout(work, deferDelay);
  if (ready !== undefined) {
    await reply(interaction, visible(ready));
    if (goesAgain(ready)) await takeAway();
    return;
  }
  const announcedPrivately = usualReader === 'asker';
  await onAnnouncing?.(usualReader);
  await withRetries(() => interaction.deferReply(messageFlags(announcedPrivately)), answerDelays).finally(onAnnounced);
  const came = await patiently(interaction, work);
  if (goesAgain(came)) {
    await takeAway();
    return;
  }
  const outcome = visible(came);
  await (outcome.isPrivate === announcedPrivately ? edit : answerInNewMessage)(interaction, outcome);
};

const answerPress = async (
  interaction: PressInteraction,
  work: Promise<PreparedReply>,
  { deferDelay, onAnnouncing, onAnnounced }: ResponseOptions,
): Promise<void> => {
  const ready = await withTimeout(work, deferDelay);
  const pressedPrivately = interaction.message.flags.has(MessageFlags.Ephemeral);
  const inPlace = (outcome: PreparedReply): boolean =>
    replacesPressedMessage(outcome) && outcome.isPrivate === pressedPrivately;
  const becomes = ({ replacement }: PreparedReply): DiscordMessage | undefined =>
    pressedPrivately && typeof replacement === 'object' ? replacement : undefined;
  const goes = (outcome: PreparedReply): boolean =>
    pressedPrivately && (replacesPressedMessage(outcome) || outcome.replacement === 'gone');
  if (ready !== undefined && !isBlank(ready.message)) {
    const { message, isPrivate } = ready;
    const anew = inPlace(ready) ? message : becomes(ready);
    if (anew !== undefined) {
      await withRetries(() => interaction.update(sendOptions(anew)), answerDelays);
      return anew === message
        ? notify(interaction, message, isPrivate)
        : followUp(interaction, sendOptions(message), isPrivate);
    }
    if (!goes(ready)) return reply(interaction, ready);
  }
  if (ready === undefined) await onAnnouncing?.('press');
  await withRetries(() => interaction.deferUpdate(), answerDelays).finally(onAnnounced);
  const outcome = await work;
  const anew = becomes(outcome);
  if (isBlank(outcome.message)) {
    if (!isShownInTurnMessage(outcome.reply)) return;
    if (anew !== undefined) await ignoreIfGone(() => interaction.editReply(sendOptions(anew)));
    else if (goes(outcome)) await ignoreIfGone(() => interaction.deleteReply());
    return;
  }
  if (inPlace(outcome)) return edit(interaction, outcome);
  if (goes(outcome)) return answerInNewMessage(interaction, outcome);
  if (anew !== undefined) await ignoreIfGone(() => interaction.editReply(sendOptions(anew)));
  await followUp(interaction, sendOptions(outcome.message), outcome.isPrivate);
};

/** Posts a public answer in the channel, because the interaction's token has expired. */
const sayInChannel = async (
  interaction: AnswerableInteraction,
  { message, isPrivate }: PreparedReply,
): Promise<void> => {
  const { channel } = interaction;
  if (isPrivate || isBlank(message) || !channel?.isSendable()) return;
  const once = { nonce: interaction.id, enforceNonce: true };
  await withRetries<unknown>(() => channel.send({ ...sendOptions(message), ...once }), recoveryDelays);
};

const apologise = async (interaction: AnswerableInteraction, error: unknown): Promise<void> => {
  const apology = sentenceMessage(failureSentence(error, interaction.id));
  if (interaction.replied || interaction.deferred) await followUp(interaction, sendOptions(apology), true);
  else await reply(interaction, { message: apology, isPrivate: true });
};

const logUnsaid =
  ({ id }: AnswerableInteraction, log: Log) =>
  (error: unknown): void =>
    log.error({ err: error, interaction: id }, 'Something could not be said at all.');

/** Answers an interaction at once, or later after an announcement. Never throws. Returns who answered. */
export const respond = async (
  interaction: AnswerableInteraction,
  work: Promise<PreparedReply>,
  manner: ResponseOptions,
): Promise<AnswerStatus> => {
  const { log, isDurable = () => false } = manner;
  try {
    if (interaction.isCommand()) await answerCommand(interaction, work, manner);
    else await answerPress(interaction, work, manner);
  } catch (error) {
    // Otherwise, work that waits for the announcement would wait without end.
    manner.onAnnounced?.();
    if (isDiscordError(error, 'acknowledged')) {
      log.debug({ interaction: interaction.id }, 'Answered already.');
      return 'elsewhere';
    }
    const isTooLate = isDiscordError(error, 'unknownInteraction', 'unknownWebhook', 'invalidToken');
    const passes = isTooLate || isTransient(error);
    log[passes ? 'warn' : 'error']({ err: error, interaction: interaction.id }, 'An answer could not be sent.');
    if (passes && isDurable()) return 'untold';
    const second = passes ? sayInChannel(interaction, await work) : apologise(interaction, error);
    await second.catch(logUnsaid(interaction, log));
    return 'otherwise';
  }
  const { aside } = await work;
  try {
    if (aside !== undefined) await followUp(interaction, sendOptions(aside), true);
    return 'told';
  } catch (error) {
    logUnsaid(interaction, log)(error);
    return 'untold';
  }
};
