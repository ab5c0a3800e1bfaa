import { setTimeout as sleep } from 'node:timers/promises';
import {
  type APIModalInteractionResponseCallbackData,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type Interaction,
  type MessageComponentInteraction,
  MessageFlags,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Asker } from '../app/command-kit/asker.ts';
import type { Command } from '../app/command-kit/command.ts';
import type { Dispatcher } from '../app/dispatcher.ts';
import { toUnsentAnswer } from '../app/outbox/durable-answer.ts';
import { replyMessage } from '../app/outbox/outbox-items.ts';
import type { AnswerStatus, OutboxRelay } from '../app/outbox/outbox-relay.ts';
import type { UnansweredInteraction } from '../app/outbox/transport.ts';
import { createFairQueue, type FairQueue } from '../app/queues/fair-queue.ts';
import type { Reply } from '../app/replies/reply.ts';
import { type FindDictionary, runInLanguage } from '../core/language.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Result } from '../core/result.ts';
import { isFromFullDisk } from '../core/text.ts';
import type { Log } from '../log/log.ts';
import { autocompleteChoices } from './autocomplete-choices.ts';
import { createMessage, sendOptions } from './discord-message.ts';
import { discordCodes, discordErrorCodeOf, failureFields, failureId, failureSentence, isTransient } from './failure.ts';
import { createForm } from './form.ts';
import type { Metrics } from './metrics.ts';
import type { Panels } from './panel-messages.ts';
import {
  findCommand,
  hasFiles,
  type ParsedCommand,
  parseMessageCommand,
  parsePress,
  parseSlash,
  toAsker,
} from './parse-interaction.ts';
import { ephemeralSentence, type PreparedReply, prepareReply } from './prepared-reply.ts';
import { showRefinedAnswers } from './refined-answers.ts';
import { type AnswerableInteraction, type AnswerOutcome, respond } from './respond.ts';
import { answerDelays, recoveryDelays, withRetries } from './retry.ts';
import { runForServer } from './server-context.ts';
import type { FallbackAnswers } from './survive-events.ts';

/** A refusal in words; the system whose words they are depends on where it was asked. */
export type RefusalDescriber = (
  refusal: Refusal,
  where: { readonly guild: string | undefined; readonly channel: string },
) => string | Promise<string>;

/** The part of the outbox that answers to interactions. */
export interface AnswerOutbox
  extends Pick<OutboxRelay, 'send' | 'noteAnswered' | 'hasAnswer' | 'hasEphemeral' | 'takeEphemeral'> {
  /** What is kept for a person, as they are shown it. */
  readonly loadEphemeral: (item: PendingEphemeral['item']) => Promise<Reply | undefined>;
}
type PendingEphemeral = Awaited<ReturnType<OutboxRelay['takeEphemeral']>>[number];

const statusByOutcome: Readonly<Record<AnswerOutcome, AnswerStatus>> = {
  ours: 'told',
  theirs: 'elsewhere',
  unanswered: 'untold',
  otherwise: 'otherwise',
};

interface Parts {
  readonly dispatcher: Dispatcher;
  readonly sentence: RefusalDescriber;
  readonly findDictionary: FindDictionary;
  readonly panels: Panels;
  /** In whose turn what is done: each server has its own. */
  readonly queue: FairQueue;
  /** What is told of orders, and shows the panels of what they changed. */
  readonly outbox: AnswerOutbox;
  readonly metrics: Metrics;
  /** Answers what fails outside of a command. */
  readonly sorry: Pick<FallbackAnswers, 'failed'>;
  /** Hosts that attachments may be fetched from. */
  readonly attachmentHosts: readonly string[];
  readonly deferDelay: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Log;
}

export interface InteractionHandler {
  /** Handles an interaction, and answers it at most once. False if it is of a kind that the bot does not use. */
  readonly handle: (interaction: Interaction) => boolean;
  /** Settles when all in hand are answered. */
  readonly whenSettled: () => Promise<void>;
  /** Takes no more, and waits until all in hand are answered. */
  readonly close: () => Promise<void>;
}

/** How many ids are remembered against being delivered twice; beyond that the order's id keeps it harmless. */
const maxSeenIds = 1000;

/** Number of waiting commands of one server above which each is announced as it comes: the last would not be ready in time. */
const crowdSize = 8;

/**
 * Commands with attached files wait in a queue of their own, one of each server at a time: a file is in memory only while its
 * command runs. What takes longer, such as a slow download, goes on beside the others.
 */
const uploadTurns = { total: 2, perAsker: 1, patience: 30_000 };

/** Somebody in direct messages is a server of their own. */
const queueKey = ({ guildId, user }: Pick<Interaction, 'guildId' | 'user'>): string => guildId ?? user.id;

/** With these options somebody may act for a hidden combatant. */
const secretOptions = ['hidden', 'as'];

/** Who sees that an answer takes longer: the asker alone where others would learn that something is done in secret. */
const announcementReader = (
  command: Command | undefined,
  interaction: ChatInputCommandInteraction,
): 'everyone' | 'asker' =>
  secretOptions.some((name) => interaction.options.get(name)) ? 'asker' : (command?.usualReader ?? 'asker');

/** That an answer is announced is written first, but waited for at most this many milliseconds. */
const announceTimeout = 500;

/** Autocomplete that is late is worth nothing. */
const autocompleteTimeout = 2500;

export const createInteractionHandler = (parts: Parts): InteractionHandler => {
  const {
    dispatcher,
    sentence,
    findDictionary,
    panels,
    queue,
    outbox,
    metrics,
    sorry,
    attachmentHosts,
    deferDelay,
    clock,
    log,
  } = parts;
  const inHand = new Set<Promise<void>>();
  const uploads = createFairQueue(uploadTurns);
  /** The last autocomplete of each person: an earlier one that still waits is answered by it. */
  const typing = new Map<string, string>();
  const seen = new LRUCache<string, true>({ max: maxSeenIds });
  let closing = false;
  /** Answers that become better by themselves. */
  const improving = new Set<Promise<void>>();
  const leaving = new AbortController();

  const work = async (
    whose: string,
    asker: Asker,
    parse: () => Promise<Result<ParsedCommand, string>>,
  ): Promise<PreparedReply> => {
    let name = 'unread';
    const settle = (outcome: PreparedReply): PreparedReply => {
      metrics.commanded(name, outcome.outcome);
      if (outcome.message.leftOut.length > 0)
        log.warn({ command: name, leftOut: outcome.message.leftOut.length }, 'An answer did not fit whole.');
      return outcome;
    };
    try {
      const asked = await parse();
      if (!asked.ok) return settle(ephemeralSentence('refused', asked.error));
      name = asked.value.path.join(' ');
      if (!dispatcher.commands.some(({ path }) => path.join(' ') === name)) name = 'unknown';
      const { path, input } = asked.value;
      const answer = await queue(whose, () => dispatcher.run(path, asker, input));
      if (answer.ok) return settle(await prepareReply(answer.value));
      metrics.refused(answer.error.code);
      const { orderId: order, channel } = asker;
      log.debug({ order, channel, command: name, code: answer.error.code }, 'A command was refused.');
      return settle(ephemeralSentence('refused', await sentence(answer.error, asker)));
    } catch (error) {
      log.error(
        { ...failureFields(error), command: name, interaction: asker.orderId, id: failureId(asker.orderId) },
        isFromFullDisk(error) ? 'The disk is full: a command failed.' : 'A command failed.',
      );
      return settle(ephemeralSentence('failed', failureSentence(error, asker.orderId)));
    }
  };

  /** What is looked for to understand a press is looked for in its server's turn, too. */
  const inTurn = (whose: string): Dispatcher => ({
    ...dispatcher,
    complete: (...wanted) => queue(whose, () => dispatcher.complete(...wanted)),
  });

  /** What was late on its way here is announced the sooner, though a clock that runs ahead must not announce everything. */
  const patience = ({ createdTimestamp }: AnswerableInteraction, whose: string): number =>
    queue.waiting(whose) > crowdSize
      ? 0
      : Math.min(Math.max(deferDelay - (clock() - createdTimestamp), deferDelay / 6), deferDelay);

  const becomePanel = async (interaction: AnswerableInteraction, battle: string): Promise<void> => {
    try {
      const { id, channelId } = await withRetries(() => interaction.fetchReply(), recoveryDelays);
      await panels.adopt(battle, channelId, id);
    } catch (error) {
      // Then a panel is posted, as for any battle that has none.
      log.debug({ ...failureFields(error), battle }, 'An answer did not become a panel.');
    }
  };

  /** What was kept for somebody while the bot was away stands beside their next answer. */
  const whisper = async (interaction: AnswerableInteraction, asker: Asker): Promise<void> => {
    if (!outbox.hasEphemeral(asker, asker.user)) return;
    for (const { item, shown, unshown } of await outbox.takeEphemeral(asker, asker.user))
      try {
        const told = await outbox.loadEphemeral(item);
        if (told !== undefined)
          await interaction.followUp({ ...sendOptions(await createMessage(told)), flags: MessageFlags.Ephemeral });
        shown();
      } catch (error) {
        log.warn(
          { ...failureFields(error), interaction: interaction.id },
          'What was kept for somebody could not be shown yet.',
        );
        unshown();
      }
  };

  /** Only what the interaction itself answers can be changed by it: an answer of its own, or the private message that was pressed. */
  const improve = (interaction: AnswerableInteraction, reply: Reply): void => {
    if (reply.kind !== 'private' || reply.refinements === undefined) return;
    if (!interaction.isCommand() && !(reply.replaces && interaction.message.flags.has(MessageFlags.Ephemeral))) return;
    const { refinements } = reply;
    const shown = runForServer(queueKey(interaction), () =>
      showRefinedAnswers(
        interaction,
        { ...reply, refinements },
        { signal: leaving.signal, clock: () => performance.now(), log },
      ),
    ).finally(() => improving.delete(shown));
    improving.add(shown);
  };

  const answer = async (interaction: AnswerableInteraction): Promise<void> => {
    const started = performance.now();
    let announcement: UnansweredInteraction['announced'];
    const pressed = !interaction.isCommand()
      ? { message: interaction.message.id, privately: interaction.message.flags.has(MessageFlags.Ephemeral) }
      : undefined;
    const { id, token } = interaction;
    const asker: Asker = {
      ...toAsker(interaction),
      answerRoute: { interaction: id, token, pressed, announced: () => announcement },
    };
    const whose = queueKey(interaction);
    let isOver = false;
    /** Should this process die, whoever was told to wait is told so. A slow database is not waited for long. */
    const announcing = async (how: UnansweredInteraction['announced']): Promise<void> => {
      announcement = how;
      // A press shows nothing of it.
      if (how === 'press' || outbox.hasAnswer(id)) return;
      const written = outbox
        .send(asker, replyMessage(asker))
        .then(() => {
          if (isOver) outbox.noteAnswered(id);
        })
        .catch((error: unknown) =>
          log.debug({ ...failureFields(error), interaction: id }, 'An announcement was not kept.'),
        );
      await Promise.race([written, sleep(announceTimeout, undefined, { ref: false })]);
    };
    const manner = {
      deferDelay: patience(interaction, whose),
      onAnnouncing: announcing,
      isDurable: () => outbox.hasAnswer(id),
      log,
    };
    if (closing) {
      const sorry = ephemeralSentence(
        'refused',
        'The bot is about to restart. Nothing was changed; try again in a minute.',
      );
      await respond(interaction, Promise.resolve(sorry), { ...manner, usualReader: 'asker' });
      return;
    }
    const isSlash = interaction.isChatInputCommand();
    const parse = async () => {
      if (isSlash) return parseSlash(dispatcher, interaction, attachmentHosts);
      return interaction.isCommand()
        ? parseMessageCommand(dispatcher, interaction)
        : parsePress(inTurn(whose), interaction, asker);
    };
    const outcomeOf = (): Promise<PreparedReply> =>
      isSlash && hasFiles(interaction) ? uploads(whose, () => work(whose, asker, parse)) : work(whose, asker, parse);
    // In a crowd everybody is answered first that it goes on, and then in turn.
    const announced = Promise.withResolvers<void>();
    const outcome = manner.deferDelay > 0 ? outcomeOf() : announced.promise.then(outcomeOf);
    const usualReader = isSlash ? announcementReader(findCommand(dispatcher, interaction), interaction) : 'asker';
    const answered = await respond(interaction, outcome, { ...manner, usualReader, onAnnounced: announced.resolve });
    const { outcome: how, reply, isPrivate } = await outcome;
    const isOurs = answered !== 'theirs';
    if (isOurs) {
      metrics.answered(interaction.isCommand() ? 'command' : 'component', performance.now() - started);
      if (reply.kind === 'panel') await becomePanel(interaction, reply.battle);
      if (!isPrivate) panels.noteAnswer(asker.channel);
    }
    if (answered === 'ours') improve(interaction, reply);
    // What failed once it was done was told as a failure.
    isOver = true;
    const follows = how === 'done' || answered === 'theirs' ? statusByOutcome[answered] : 'otherwise';
    outbox.noteAnswered(id, follows, answered === 'unanswered' ? toUnsentAnswer(reply) : undefined);
    if (isOurs) await whisper(interaction, asker);
  };

  const suggest = async (interaction: AutocompleteInteraction): Promise<void> => {
    const started = performance.now();
    typing.set(interaction.user.id, interaction.id);
    try {
      const nothing = new Promise<readonly []>((resolve) => setTimeout(resolve, autocompleteTimeout, []).unref());
      const asked = queue(queueKey(interaction), async () =>
        typing.get(interaction.user.id) === interaction.id ? autocompleteChoices(dispatcher, interaction) : [],
      );
      const offers = await Promise.race([asked, nothing]).catch((error: unknown) => {
        log.error({ ...failureFields(error), interaction: interaction.id }, 'Autocomplete failed.');
        return [];
      });
      await withRetries(() => interaction.respond(offers), answerDelays);
    } catch (error) {
      const code = discordErrorCodeOf(error);
      const usual =
        code === discordCodes.unknownInteraction || code === discordCodes.acknowledged || isTransient(error);
      log[usual ? 'debug' : 'error'](
        { ...failureFields(error), interaction: interaction.id },
        'Autocomplete was not answered.',
      );
    }
    if (typing.get(interaction.user.id) === interaction.id) typing.delete(interaction.user.id);
    metrics.answered('autocomplete', performance.now() - started);
  };

  /** Opens the form that a control asks for; nothing is done yet, and nothing is lost where that fails. */
  const open = async (
    interaction: MessageComponentInteraction,
    form: APIModalInteractionResponseCallbackData,
  ): Promise<void> => {
    try {
      await withRetries(() => interaction.showModal(form), answerDelays);
    } catch (error) {
      const passes =
        discordErrorCodeOf(error) === discordCodes.acknowledged ||
        discordErrorCodeOf(error) === discordCodes.unknownInteraction ||
        isTransient(error);
      log[passes ? 'warn' : 'error'](
        { ...failureFields(error), interaction: interaction.id },
        'A form could not be shown.',
      );
    }
  };

  const isNew = (id: string): boolean => {
    if (seen.has(id)) return false;
    seen.set(id, true);
    return true;
  };

  /** Handles one interaction, whatever goes wrong: then the person who caused it is told. */
  const hold = ({ id, token, type, guildId, user }: Interaction, task: () => Promise<void>): void => {
    const whose = queueKey({ guildId, user });
    const held = (async () => runInLanguage(findDictionary(whose), () => runForServer(whose, task)))()
      .catch((error: unknown) => {
        log.error({ ...failureFields(error), interaction: id, id: failureId(id) }, 'An interaction failed.');
        return sorry.failed({ id, token, type, guild_id: guildId ?? undefined, user: { id: user.id } }, error);
      })
      .finally(() => inHand.delete(held));
    inHand.add(held);
  };

  const whenSettled = async (): Promise<void> => {
    while (inHand.size > 0) await Promise.all(inHand);
  };

  /** How an interaction is handled. Undefined if it is of a kind that the bot does not use. */
  const taskFor = (interaction: Interaction): (() => Promise<void>) | undefined => {
    if (interaction.isAutocomplete()) return () => suggest(interaction);
    if (interaction.isMessageComponent())
      return async () => {
        const form = createForm(interaction);
        return form === undefined ? answer(interaction) : open(interaction, form);
      };
    const isAnswerable =
      interaction.isChatInputCommand() ||
      interaction.isMessageContextMenuCommand() ||
      (interaction.isModalSubmit() && interaction.isFromMessage());
    return isAnswerable ? () => answer(interaction) : undefined;
  };

  return {
    whenSettled,
    handle: (interaction) => {
      const task = taskFor(interaction);
      if (task === undefined) return false;
      if (isNew(interaction.id)) hold(interaction, task);
      else log.debug({ interaction: interaction.id }, 'Delivered twice.');
      return true;
    },
    close: async () => {
      closing = true;
      leaving.abort();
      await Promise.all(improving);
      return whenSettled();
    },
  };
};
