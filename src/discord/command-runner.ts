import type { ApplicationCommandOptionChoiceData, AutocompleteInteraction } from 'discord.js';
import type { Asker } from '../app/command-kit/command.ts';
import type { Dispatcher } from '../app/dispatcher.ts';
import type { FairQueue } from '../app/queues/worker-queue.ts';
import { createPrivateView } from '../app/replies/reply.ts';
import { isFromFullDisk, type Refusal, type Result, worded } from '../core/message.ts';
import type { Log } from '../log/log.ts';
import { failureId, failureSentence, isDiscordError, isTransient } from './failure.ts';
import { cutPlainText, discordLimits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { type ParsedCommand, parseAutocomplete, queueKey, toAsker } from './parse-interaction.ts';
import { ephemeralSentence, type PreparedReply, prepareReply } from './prepared-reply.ts';
import { answerDelays, withRetries } from './retry.ts';

/** Describes a refusal in the words of the rulebook that is played in the channel. */
export type RefusalDescriber = (
  refusal: Refusal,
  where: { readonly guild: string | undefined; readonly channel: string },
) => string | Promise<string>;

export interface CommandRunnerParts {
  readonly dispatcher: Dispatcher;
  readonly sentence: RefusalDescriber;
  /** Runs commands, and finds choices, in a queue in which servers take turns. */
  readonly queue: FairQueue;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Creates the function that runs a command when its server's turn comes, and prepares the reply. Never rejects. */
export const createCommandRunner = ({ dispatcher, sentence, queue, metrics, log }: CommandRunnerParts) => {
  return async (
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
      const { path, input, fileNote } = asked.value;
      const answer = await queue(whose, () => dispatcher.run(path, { ...asker, fileNote }, input));
      if (answer.ok) return settle(await prepareReply(answer.value));
      metrics.refused(answer.error.code);
      const { orderId: order, channel } = asker;
      log.debug({ order, channel, command: name, code: answer.error.code }, 'A command was refused.');
      const refused = ephemeralSentence('refused', await sentence(answer.error, asker));
      const near = await dispatcher.suggest(path, asker, input, answer.error);
      if (near.length === 0) return settle(refused);
      const view = createPrivateView({ cards: refused.reply.cards, controls: [near] });
      return settle({ ...(await prepareReply(view)), outcome: 'refused' });
    } catch (error) {
      log.error(
        { err: error, command: name, interaction: asker.orderId, id: failureId(asker.orderId) },
        isFromFullDisk(error) ? 'The disk is full: a command failed.' : 'A command failed.',
      );
      return settle(ephemeralSentence('failed', failureSentence(error, asker.orderId)));
    }
  };
};

/** Converts choices for autocomplete: at most 25, without choices that exceed Discord's limits. */
const autocompleteChoices = async (
  dispatcher: Dispatcher,
  interaction: AutocompleteInteraction,
): Promise<readonly ApplicationCommandOptionChoiceData<string | number>[]> => {
  const { path, option, typed, soFar } = parseAutocomplete(dispatcher, interaction);
  if (option === undefined) return [];
  const offers =
    option.choices.length > 0
      ? option.choices
          .filter((value) => value.toLowerCase().includes(typed.trim().toLowerCase()))
          .map((value) => ({ value, label: value }))
      : await dispatcher.complete(path, toAsker(interaction), option.name, typed, soFar);
  const byValue = new Map(offers.map((offer) => [offer.value, offer]));
  return [...byValue.values()]
    .filter(({ value }) => value !== '' && value.length <= discordLimits.choiceText)
    .slice(0, discordLimits.choices)
    .map(({ value, label }) => ({
      name: cutPlainText(worded(label).trim() || value, discordLimits.choiceText),
      value: option.kind === 'whole' ? Number(value) : value,
    }));
};

/** Time limit of autocomplete (milliseconds). Discord ignores choices that come later. */
const autocompleteTimeout = 2500;

/** Creates the function that answers autocomplete. Never rejects. */
export const createAutocomplete = ({ dispatcher, queue, metrics, log }: Omit<CommandRunnerParts, 'sentence'>) => {
  /** The last autocomplete interaction of each user. Earlier ones that still wait return no choices. */
  const typing = new Map<string, string>();
  return async (interaction: AutocompleteInteraction): Promise<void> => {
    const started = performance.now();
    typing.set(interaction.user.id, interaction.id);
    try {
      const nothing = new Promise<readonly []>((resolve) => setTimeout(resolve, autocompleteTimeout, []).unref());
      const asked = queue(queueKey(interaction), async () =>
        typing.get(interaction.user.id) === interaction.id ? autocompleteChoices(dispatcher, interaction) : [],
      );
      const offers = await Promise.race([asked, nothing]).catch((error: unknown) => {
        log.error({ err: error, interaction: interaction.id }, 'Autocomplete failed.');
        return [];
      });
      await withRetries(() => interaction.respond(offers), answerDelays);
    } catch (error) {
      const usual = isDiscordError(error, 'unknownInteraction', 'acknowledged') || isTransient(error);
      log[usual ? 'debug' : 'error']({ err: error, interaction: interaction.id }, 'Autocomplete was not answered.');
    }
    if (typing.get(interaction.user.id) === interaction.id) typing.delete(interaction.user.id);
    metrics.answered('autocomplete', performance.now() - started);
  };
};
