import { setTimeout as sleep } from 'node:timers/promises';
import {
  type APIModalInteractionResponseCallbackData,
  type ChatInputCommandInteraction,
  type Interaction,
  type MessageComponentInteraction,
  MessageFlags,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Asker, Command } from '../app/command-kit/command.ts';
import type { Dispatcher } from '../app/dispatcher.ts';
import { toUnsentAnswer } from '../app/outbox/durable-answer.ts';
import { replyMessage } from '../app/outbox/outbox-items.ts';
import type { OutboxRelay } from '../app/outbox/outbox-relay.ts';
import type { UnansweredInteraction } from '../app/outbox/transport.ts';
import { createFairQueue } from '../app/queues/worker-queue.ts';
import type { Services } from '../app/services.ts';
import { runInLanguages } from '../core/message.ts';
import { createAnswerSequels, type StoredMessages } from './answer-sequels.ts';
import { type CommandRunnerParts, createAutocomplete, createCommandRunner } from './command-runner.ts';
import { failureId, isDiscordError, isTransient } from './failure.ts';
import { createForm } from './form.ts';
import type { Panels } from './panel-messages.ts';
import {
  findCommand,
  hasFiles,
  parseMenuCommand,
  parsePress,
  parseSlash,
  queueKey,
  toAsker,
} from './parse-interaction.ts';
import { ephemeralSentence, type PreparedReply } from './prepared-reply.ts';
import { type AnswerableInteraction, respond } from './respond.ts';
import { answerDelays, withRetries } from './retry.ts';
import { runForServer } from './server-context.ts';
import type { FallbackAnswers } from './survive-events.ts';

/** The part of the outbox that is needed to answer interactions. */
export type AnswerOutbox = StoredMessages & Pick<OutboxRelay, 'send' | 'noteAnswered' | 'hasAnswer'>;

interface AnsweringParts extends CommandRunnerParts {
  readonly panels: Panels;
  /** The outbox, which sends the messages that orders cause. */
  readonly outbox: AnswerOutbox;
  /** Hosts from which attachments may be downloaded. */
  readonly attachmentHosts: readonly string[];
  readonly deferDelay: number;
  /** Returns the current time (milliseconds since 1970). */
  readonly clock: () => number;
}

interface Parts extends AnsweringParts {
  readonly languages: Services['languages'];
  /** Answers interactions that failed before or outside a command. */
  readonly sorry: Pick<FallbackAnswers, 'failed'>;
}

/** Maximum number of remembered interaction ids. Order ids catch repeats of forgotten interactions. */
const maxSeenIds = 1000;

/** A server with more waiting commands than this shows “thinking…” at once, since Discord waits three seconds only. */
const crowdSize = 8;

/** Limits for commands with files: one at a time per server, because files need memory. Patience in milliseconds. */
const uploadTurns = { total: 2, perAsker: 1, patience: 30_000 };

/** Names of options whose values may reveal a hidden combatant. */
const secretOptions = ['hidden', 'as'];

/** Who sees the announcement of a slow answer. Only the user, if the command has a secret option. */
const announcementReader = (
  command: Command | undefined,
  interaction: ChatInputCommandInteraction,
): 'everyone' | 'asker' =>
  secretOptions.some((name) => interaction.options.get(name)) ? 'asker' : (command?.usualReader ?? 'asker');

/** Maximum time to wait for settings of languages (milliseconds). Discord waits three seconds for an answer. */
const settingsTimeout = 500;

/** Maximum time to wait until an announcement is saved (milliseconds). */
const announceTimeout = 500;

const pressedMessage = (interaction: AnswerableInteraction): UnansweredInteraction['pressed'] =>
  interaction.isCommand()
    ? undefined
    : { message: interaction.message.id, privately: interaction.message.flags.has(MessageFlags.Ephemeral) };

/**
 * Time before an interaction is refused because this process stops (milliseconds). Another process that serves the
 * server has answered or announced its answer by then, and Discord still takes a first answer.
 */
const restartDelay = 2200;

const restarting = (): PreparedReply =>
  ephemeralSentence('refused', 'The bot is about to restart. Nothing was changed; try again in a minute.');

/** Creates the functions that answer commands, presses of controls, and forms. */
const createAnswering = (parts: AnsweringParts) => {
  const { dispatcher, panels, queue, outbox, metrics, attachmentHosts, deferDelay, clock, log } = parts;
  const uploads = createFairQueue(uploadTurns);
  const run = createCommandRunner(parts);
  const sequels = createAnswerSequels(parts);
  let closing = false;

  /** The dispatcher, changed to look up choices when the server's turn comes. */
  const inTurn = (whose: string): Dispatcher => ({
    ...dispatcher,
    complete: (...wanted) => queue(whose, () => dispatcher.complete(...wanted)),
  });

  /** Delay before a slow answer is announced (milliseconds). Shorter after a late delivery, 0 if many commands wait. */
  const patience = ({ createdTimestamp }: AnswerableInteraction, whose: string): number =>
    queue.waiting(whose) > crowdSize
      ? 0
      : Math.min(Math.max(deferDelay - (clock() - createdTimestamp), deferDelay / 6), deferDelay);

  const answer = async (interaction: AnswerableInteraction): Promise<void> => {
    const started = performance.now();
    let announcement: UnansweredInteraction['announced'];
    const pressed = pressedMessage(interaction);
    const { id, token } = interaction;
    const asker: Asker = {
      ...toAsker(interaction),
      answerRoute: { interaction: id, token, pressed, announced: () => announcement },
    };
    const whose = queueKey(interaction);
    let isOver = false;
    /** Saves that an answer was announced, so that another process can answer if this process is killed. */
    const announcing = async (how: UnansweredInteraction['announced']): Promise<void> => {
      announcement = how;
      // After a press there is no visible announcement.
      if (how === 'press' || outbox.hasAnswer(id)) return;
      const written = outbox
        .send(asker, replyMessage(asker))
        .then(() => {
          if (isOver) outbox.noteAnswered(id);
        })
        .catch((error: unknown) => log.debug({ err: error, interaction: id }, 'An announcement was not kept.'));
      await Promise.race([written, sleep(announceTimeout, undefined, { ref: false })]);
    };
    const manner = {
      deferDelay: patience(interaction, whose),
      onAnnouncing: announcing,
      isDurable: () => outbox.hasAnswer(id),
      log,
    };
    if (closing) {
      await sleep(restartDelay);
      await respond(interaction, Promise.resolve(restarting()), { ...manner, usualReader: 'asker' });
      return;
    }
    const isSlash = interaction.isChatInputCommand();
    const parse = async () => {
      if (isSlash) return parseSlash(dispatcher, interaction, attachmentHosts);
      return interaction.isCommand()
        ? parseMenuCommand(dispatcher, interaction)
        : parsePress(inTurn(whose), interaction, asker);
    };
    const outcomeOf = (): Promise<PreparedReply> =>
      isSlash && hasFiles(interaction) ? uploads(whose, () => run(whose, asker, parse)) : run(whose, asker, parse);
    // If many commands wait, all are announced first and then run in turn.
    const announced = Promise.withResolvers<void>();
    const outcome = manner.deferDelay > 0 ? outcomeOf() : announced.promise.then(outcomeOf);
    const usualReader = isSlash
      ? announcementReader(findCommand(dispatcher, interaction).command, interaction)
      : 'asker';
    const answered = await respond(interaction, outcome, { ...manner, usualReader, onAnnounced: announced.resolve });
    const { outcome: how, reply, isPrivate } = await outcome;
    const isOurs = answered !== 'elsewhere';
    if (isOurs) {
      metrics.answered(interaction.isCommand() ? 'command' : 'component', performance.now() - started);
      if (reply.kind === 'panel') await sequels.becomePanel(interaction, reply.battle);
      if (!isPrivate) panels.noteAnswer(asker.channel);
    }
    if (answered === 'told') sequels.improve(interaction, reply);
    // A failure after the work was done is reported as a failure.
    isOver = true;
    const follows = how === 'done' || !isOurs ? answered : 'otherwise';
    outbox.noteAnswered(id, follows, answered === 'untold' ? toUnsentAnswer(reply) : undefined);
    if (isOurs) await sequels.whisper(interaction, asker);
  };

  return {
    answer,
    /** Refuses interactions from now on. */
    close: (): Promise<void> => {
      closing = true;
      return sequels.close();
    },
  };
};

export const createInteractionHandler = (parts: Parts) => {
  const { languages, sorry, log } = parts;
  const { answer, close } = createAnswering(parts);
  const suggest = createAutocomplete(parts);
  const inHand = new Set<Promise<void>>();
  const seen = new LRUCache<string, true>({ max: maxSeenIds });

  /** Opens the form of a pressed control. If that fails, the user can press again. */
  const open = async (
    interaction: MessageComponentInteraction,
    form: APIModalInteractionResponseCallbackData,
  ): Promise<void> => {
    try {
      await withRetries(() => interaction.showModal(form), answerDelays);
    } catch (error) {
      const passes = isDiscordError(error, 'acknowledged', 'unknownInteraction') || isTransient(error);
      log[passes ? 'warn' : 'error']({ err: error, interaction: interaction.id }, 'A form could not be shown.');
    }
  };

  const isNew = (id: string): boolean => {
    if (seen.has(id)) return false;
    seen.set(id, true);
    return true;
  };

  /** Runs a task in the languages of the user and the server. If settings cannot be read soon, locales decide. */
  const inTheirLanguages = async (interaction: Interaction, task: () => Promise<void>): Promise<void> => {
    if (languages.installed.length === 0) return task();
    const place = toAsker(interaction);
    const read = languages.listFor(place).catch(() => undefined);
    const found = await Promise.race([read, sleep(settingsTimeout, undefined, { ref: false })]);
    return runInLanguages(found ?? languages.guess(place), task);
  };

  /** Runs the task that handles an interaction. If the task fails, answers with an apology. */
  const hold = (interaction: Interaction, task: () => Promise<void>): void => {
    const { id, token, type, locale } = interaction;
    const whose = queueKey(interaction);
    const held = inTheirLanguages(interaction, () => runForServer(whose, task))
      .catch((error: unknown) => {
        log.error({ err: error, interaction: id, id: failureId(id) }, 'An interaction failed.');
        return sorry.failed({ id, token, type, locale }, error);
      })
      .finally(() => inHand.delete(held));
    inHand.add(held);
  };

  const whenSettled = async (): Promise<void> => {
    while (inHand.size > 0) await Promise.all(inHand);
  };

  /** The task that handles an interaction. Undefined if the bot does not use interactions of this kind. */
  const taskFor = (interaction: Interaction): (() => Promise<void>) | undefined => {
    if (interaction.isAutocomplete()) return () => suggest(interaction);
    if (interaction.isMessageComponent())
      return async () => {
        const form = createForm(interaction);
        return form === undefined ? answer(interaction) : open(interaction, form);
      };
    const isAnswerable =
      interaction.isChatInputCommand() ||
      interaction.isContextMenuCommand() ||
      (interaction.isModalSubmit() && interaction.isFromMessage());
    return isAnswerable ? () => answer(interaction) : undefined;
  };

  return {
    /** Resolves when all interactions in progress have been answered. */
    whenSettled,
    /** Handles an interaction and answers it at most once. False if the bot does not use interactions of this kind. */
    handle: (interaction: Interaction): boolean => {
      const task = taskFor(interaction);
      if (task === undefined) return false;
      if (isNew(interaction.id)) hold(interaction, task);
      else log.debug({ interaction: interaction.id }, 'Delivered twice.');
      return true;
    },
    /** Refuses new interactions, and waits for those in progress and the first refused ones. */
    close: async (): Promise<void> => {
      await close();
      await Promise.all(inHand);
      // Those that came meanwhile and are refused. Later ones are not waited for: there may always be some.
      await Promise.all(inHand);
    },
  };
};
