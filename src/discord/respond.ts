import {
  type ChatInputCommandInteraction,
  type InteractionReplyOptions,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
} from 'discord.js';
import { isShownInTurnMessage } from '../app/replies/turn-messages.ts';
import { phrase } from '../core/language.ts';
import type { Log } from '../log/log.ts';
import { isBlank, type Message, mentions, sendOptions, sentenceMessage } from './discord-message.ts';
import { codeOf, codes, failureSentence, isTransient, logged } from './failure.ts';
import type { Pressing } from './parse-interaction.ts';
import { type PreparedReply, replacesPressed } from './prepared-reply.ts';
import { answerWaits, recoveryWaits, withRetries } from './retry.ts';

/** A command that was typed, or chosen in the menu of a message. */
type Commanding = ChatInputCommandInteraction | MessageContextMenuCommandInteraction;
export type Answerable = Commanding | Pressing;

interface Manner {
  /** After this many milliseconds the answer is announced and given later. */
  readonly deferAfter: number;
  /** Who is likely to read the answer: what a slow one is announced to. */
  readonly usually: 'everyone' | 'asker';
  /** Told before the answer is announced, and to whom: `press` where the message that was pressed shows nothing of it. */
  readonly announcing?: (how: 'everyone' | 'asker' | 'press') => Promise<void>;
  /** Told once the answer is announced, or cannot be. */
  readonly announced?: () => void;
  /** Is the answer kept, so that it is given however long that takes? */
  readonly isKept?: () => boolean;
  readonly log: Log;
}

/** How answering went: `theirs`: somebody else answered; `unanswered`: not yet; `otherwise`: something else was said. */
export type AnswerOutcome = 'ours' | 'theirs' | 'unanswered' | 'otherwise';

const to = (privately: boolean): { flags?: MessageFlags.Ephemeral } =>
  privately ? { flags: MessageFlags.Ephemeral } : {};

const within = async <T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> => {
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

/** True if everyone can see this follow-up of the interaction already. */
const isShown = async ({ channel, id }: Answerable, content: string, embeds: number): Promise<boolean> => {
  const since = await channel?.messages.fetch({ after: id, limit: 100, cache: false }).catch(() => undefined);
  return [...(since?.values() ?? [])].some(
    (each) => each.interactionMetadata?.id === id && each.content === content && each.embeds.length === embeds,
  );
};

/**
 * Sends a message beside the answer. Discord takes no nonce for it: a public one that a cut connection may have delivered is looked for
 * before it is sent again.
 */
const followUp = async (
  interaction: Answerable,
  message: InteractionReplyOptions & { readonly content?: string },
  privately: boolean,
): Promise<void> => {
  let isTriedBefore = false;
  await withRetries<unknown>(() => {
    const tried = isTriedBefore;
    isTriedBefore = true;
    const send = (): Promise<unknown> => interaction.followUp({ ...message, ...to(privately) });
    if (!tried || privately) return send();
    return isShown(interaction, message.content ?? '', message.embeds?.length ?? 0).then((is) => is || send());
  }, recoveryWaits);
};

/** The asker may have waved the message away meanwhile. */
const unlessGone = async (doing: () => Promise<unknown>): Promise<'done' | 'gone'> => {
  try {
    await withRetries(doing, recoveryWaits);
    return 'done';
  } catch (error) {
    if (codeOf(error) === codes.unknownMessage) return 'gone';
    throw error;
  }
};

/** An edit notifies nobody, whatever it mentions: a message of its own does. */
const edit = async (interaction: Answerable, { message, privately }: PreparedReply): Promise<void> => {
  if ((await unlessGone(() => interaction.editReply(sendOptions(message)))) === 'gone')
    return followUp(interaction, sendOptions(message), privately);
  if (!privately && message.ping.length > 0) await notify(interaction, message.ping);
};

/** Puts another message in place of the one that an interaction was answered with. */
export const replaceAnswer = async (interaction: Answerable, message: Message): Promise<void> => {
  await withRetries(() => interaction.editReply(sendOptions(message)), recoveryWaits);
};

const notify = (interaction: Answerable, users: readonly string[]): Promise<void> =>
  followUp(interaction, { content: mentions(users), allowedMentions: { parse: [], users: [...users] } }, false);

/** Who may read a message is settled when it is announced: where that was wrong, it goes and another one comes. */
const elsewhere = async (interaction: Answerable, { message, privately }: PreparedReply): Promise<void> => {
  await unlessGone(() => interaction.deleteReply());
  await followUp(interaction, sendOptions(message), privately);
};

const done = sentenceMessage('Done.');

/** Milliseconds after an announcement until the person reads what is being worked on. */
const noteAfter = 4000;

/** Waits for an answer that was announced. After a while the announcement says what is being worked on. */
const patiently = async (interaction: Commanding, work: Promise<PreparedReply>): Promise<PreparedReply> => {
  const soon = await within(work, noteAfter);
  if (soon !== undefined) return soon;
  const says = phrase`Still working on /${interaction.commandName}. Large battles take up to a minute.`;
  // The answer takes its place; without it nothing is lost.
  await interaction.editReply({ content: says }).catch(() => undefined);
  return work;
};

const answerCommand = async (
  interaction: Commanding,
  work: Promise<PreparedReply>,
  { deferAfter, usually, announcing, announced }: Manner,
): Promise<void> => {
  const visible = (outcome: PreparedReply): PreparedReply =>
    isBlank(outcome.message) ? { ...outcome, message: done, privately: true } : outcome;
  // What the message of the turn tells needs no answer that stays.
  const goesAgain = ({ reply, message }: PreparedReply): boolean => isShownInTurnMessage(reply) && isBlank(message);
  const takeAway = (): Promise<unknown> => unlessGone(() => interaction.deleteReply());
  const ready = await within(work, deferAfter);
  if (ready !== undefined) {
    const { message, privately } = visible(ready);
    await withRetries(() => interaction.reply({ ...sendOptions(message), ...to(privately) }), answerWaits);
    if (goesAgain(ready)) await takeAway();
    return;
  }
  const announcedPrivately = usually === 'asker';
  await announcing?.(usually);
  await withRetries(() => interaction.deferReply(to(announcedPrivately)), answerWaits).finally(announced);
  const came = await patiently(interaction, work);
  if (goesAgain(came)) {
    await takeAway();
    return;
  }
  const outcome = visible(came);
  await (outcome.privately === announcedPrivately ? edit : elsewhere)(interaction, outcome);
};

const answerPress = async (
  interaction: Pressing,
  work: Promise<PreparedReply>,
  { deferAfter, announcing, announced }: Manner,
): Promise<void> => {
  const ready = await within(work, deferAfter);
  const pressedPrivately = interaction.message.flags.has(MessageFlags.Ephemeral);
  const inPlace = (outcome: PreparedReply): boolean =>
    replacesPressed(outcome) && outcome.privately === pressedPrivately;
  const becomes = ({ instead }: PreparedReply): Message | undefined =>
    pressedPrivately && typeof instead === 'object' ? instead : undefined;
  const goes = (outcome: PreparedReply): boolean =>
    pressedPrivately && (replacesPressed(outcome) || outcome.instead === 'gone');
  if (ready !== undefined && !isBlank(ready.message)) {
    if (inPlace(ready)) {
      await withRetries(() => interaction.update(sendOptions(ready.message)), answerWaits);
      if (!ready.privately && ready.message.ping.length > 0) await notify(interaction, ready.message.ping);
      return;
    }
    const anew = becomes(ready);
    if (anew !== undefined) {
      await withRetries(() => interaction.update(sendOptions(anew)), answerWaits);
      await followUp(interaction, sendOptions(ready.message), ready.privately);
      return;
    }
    if (!goes(ready)) {
      await withRetries(
        () => interaction.reply({ ...sendOptions(ready.message), ...to(ready.privately) }),
        answerWaits,
      );
      return;
    }
  }
  if (ready === undefined) await announcing?.('press');
  await withRetries(() => interaction.deferUpdate(), answerWaits).finally(announced);
  const outcome = await work;
  const anew = becomes(outcome);
  if (isBlank(outcome.message)) {
    if (!isShownInTurnMessage(outcome.reply)) return;
    if (anew !== undefined) await unlessGone(() => interaction.editReply(sendOptions(anew)));
    else if (goes(outcome)) await unlessGone(() => interaction.deleteReply());
    return;
  }
  if (inPlace(outcome)) return edit(interaction, outcome);
  if (goes(outcome)) return elsewhere(interaction, outcome);
  if (anew !== undefined) await unlessGone(() => interaction.editReply(sendOptions(anew)));
  await followUp(interaction, sendOptions(outcome.message), outcome.privately);
};

/** The interaction can be answered no more, but what came of it concerns everybody: it is said in the channel. */
const sayInChannel = async (interaction: Answerable, { message, privately }: PreparedReply): Promise<void> => {
  const { channel } = interaction;
  if (privately || isBlank(message) || !channel?.isSendable()) return;
  const once = { nonce: interaction.id, enforceNonce: true };
  await withRetries<unknown>(() => channel.send({ ...sendOptions(message), ...once }), recoveryWaits);
};

const tooLate: readonly (number | undefined)[] = [codes.unknownInteraction, codes.unknownWebhook, codes.invalidToken];

const apologise = async (interaction: Answerable, error: unknown): Promise<void> => {
  const apology = sentenceMessage(failureSentence(error, interaction.id));
  if (interaction.replied || interaction.deferred) await followUp(interaction, sendOptions(apology), true);
  else await withRetries(() => interaction.reply({ ...sendOptions(apology), ...to(true) }), answerWaits);
};

const unsaid =
  ({ id }: Answerable, log: Log) =>
  (error: unknown): void =>
    log.error({ ...logged(error), interaction: id }, 'Something could not be said at all.');

/**
 * Answers one interaction: at once when the answer is ready in time, in two steps when it is not. Never throws.
 * Says whether it was ours to answer: where it was delivered twice, the other delivery may have been quicker; and whether the
 * answer was given.
 */
export const respond = async (
  interaction: Answerable,
  work: Promise<PreparedReply>,
  manner: Manner,
): Promise<AnswerOutcome> => {
  const { log, isKept = () => false } = manner;
  try {
    if (interaction.isCommand()) await answerCommand(interaction, work, manner);
    else await answerPress(interaction, work, manner);
  } catch (error) {
    // Work that waits for the announcement would wait for ever.
    manner.announced?.();
    const code = codeOf(error);
    if (code === codes.acknowledged) {
      log.debug({ interaction: interaction.id }, 'Answered already.');
      return 'theirs';
    }
    const passes = tooLate.includes(code) || isTransient(error);
    log[passes ? 'warn' : 'error']({ ...logged(error), interaction: interaction.id }, 'An answer could not be sent.');
    if (passes && isKept()) return 'unanswered';
    const second = passes ? sayInChannel(interaction, await work) : apologise(interaction, error);
    await second.catch(unsaid(interaction, log));
    return 'otherwise';
  }
  const { aside } = await work;
  if (aside === undefined) return 'ours';
  try {
    await followUp(interaction, sendOptions(aside), true);
    return 'ours';
  } catch (error) {
    unsaid(interaction, log)(error);
    return 'unanswered';
  }
};
