import type { AutocompleteInteraction, Interaction } from 'discord.js';
import type { Logger } from 'pino';
import type { Asker } from '../app/command.ts';
import type { Dispatcher } from '../app/dispatcher.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Result } from '../core/result.ts';
import { type Asked, askedByPress, askedBySlash, askerOf, commandOf } from './asked.ts';
import { codeOf, codes, failureId, failureSentence, logged } from './failure.ts';
import type { Metrics } from './metrics.ts';
import { type Outcome, outcomeOf, said } from './outcome.ts';
import type { Panels } from './panel.ts';
import { type Answerable, respond } from './respond.ts';
import { suggestions } from './suggest.ts';

/** A refusal in words; the system whose words they are depends on where it was asked. */
export type Sentence = (
  refusal: Refusal,
  where: { readonly guild: string | undefined; readonly channel: string },
) => string | Promise<string>;

interface Parts {
  readonly dispatcher: Dispatcher;
  readonly sentence: Sentence;
  readonly panels: Panels;
  readonly metrics: Metrics;
  /** Hosts that attachments may be fetched from. */
  readonly hosts: readonly string[];
  readonly deferAfter: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Logger;
}

export interface Interactions {
  /** Takes an interaction in hand; every one is answered at most once. */
  readonly take: (interaction: Interaction) => void;
  /** Settles when all in hand are answered. */
  readonly settled: () => Promise<void>;
  /** Takes no more, and waits until all in hand are answered. */
  readonly close: () => Promise<void>;
}

/** So many ids are remembered against being delivered twice; beyond that the order's id keeps it harmless. */
const remembered = 1000;

/** With so many in hand, each is announced as it comes: the last of them would not be ready in time. */
const crowd = 8;

/** Autocomplete that is late is worth nothing. */
const suggestWithin = 2500;

export const interactions = (parts: Parts): Interactions => {
  const { dispatcher, sentence, panels, metrics, hosts, deferAfter, clock, log } = parts;
  const inHand = new Set<Promise<void>>();
  const seen = new Set<string>();
  let closing = false;

  const work = async (asker: Asker, asking: Promise<Result<Asked, string>>): Promise<Outcome> => {
    let name = 'unread';
    const settle = (outcome: Outcome): Outcome => {
      metrics.commanded(name, outcome.how);
      if (outcome.message.leftOut.length > 0)
        log.warn({ command: name, leftOut: outcome.message.leftOut }, 'An answer did not fit whole.');
      return outcome;
    };
    try {
      const asked = await asking;
      if (!asked.ok) return settle(said('refused', asked.error));
      name = asked.value.path.join(' ');
      if (!dispatcher.commands.some(({ path }) => path.join(' ') === name)) name = 'unknown';
      const answer = await dispatcher.run(asked.value.path, asker, asked.value.input);
      return settle(answer.ok ? await outcomeOf(answer.value) : said('refused', await sentence(answer.error, asker)));
    } catch (error) {
      log.error(
        { ...logged(error), command: name, interaction: asker.orderId, id: failureId(asker.orderId) },
        'A command failed.',
      );
      return settle(said('failed', failureSentence(error, asker.orderId)));
    }
  };

  /** What was late on its way here is announced the sooner, though a clock that runs ahead must not announce everything. */
  const patience = ({ createdTimestamp }: Answerable): number =>
    inHand.size >= crowd
      ? 0
      : Math.min(Math.max(deferAfter - (clock() - createdTimestamp), deferAfter / 6), deferAfter);

  const becomePanel = async (interaction: Answerable, battle: string): Promise<void> => {
    try {
      const { id, channelId } = await interaction.fetchReply();
      await panels.adopt(battle, channelId, id);
    } catch (error) {
      // Then a panel is posted, as for any battle that has none.
      log.debug({ ...logged(error), battle }, 'An answer did not become a panel.');
    }
  };

  const answer = async (interaction: Answerable): Promise<void> => {
    const started = performance.now();
    const asker = askerOf(interaction);
    const manner = { deferAfter: patience(interaction), log };
    if (closing) {
      const sorry = said('refused', 'The bot is about to be restarted. Nothing was changed; try again in a minute.');
      await respond(interaction, Promise.resolve(sorry), { ...manner, usually: 'asker' });
      return;
    }
    const isSlash = interaction.isChatInputCommand();
    const asking = isSlash
      ? askedBySlash(dispatcher, interaction, hosts)
      : askedByPress(dispatcher, interaction, asker);
    // In a crowd everybody is answered first that it goes on, and then in turn.
    const announced = Promise.withResolvers<void>();
    const outcome = manner.deferAfter > 0 ? work(asker, asking) : announced.promise.then(() => work(asker, asking));
    const usually = (isSlash ? commandOf(dispatcher, interaction)?.answers : undefined) ?? 'asker';
    const whose = await respond(interaction, outcome, { ...manner, usually, announced: announced.resolve });
    const { privately, changed, isPanel } = await outcome;
    // Whoever answered shows the panel.
    if (whose === 'theirs') return;
    metrics.answered(isSlash ? 'command' : 'component', performance.now() - started);
    if (isPanel && changed !== undefined && !privately) await becomePanel(interaction, changed);
    if (!privately) panels.answered(asker.channel);
    if (changed !== undefined) panels.refresh(changed);
  };

  const suggest = async (interaction: AutocompleteInteraction): Promise<void> => {
    const started = performance.now();
    try {
      const nothing = new Promise<readonly []>((resolve) => setTimeout(resolve, suggestWithin, []).unref());
      const offers = await Promise.race([suggestions(dispatcher, interaction), nothing]).catch((error: unknown) => {
        log.error({ ...logged(error), interaction: interaction.id }, 'Autocomplete failed.');
        return [];
      });
      await interaction.respond(offers);
    } catch (error) {
      const usual = codeOf(error) === codes.unknownInteraction || codeOf(error) === codes.acknowledged;
      log[usual ? 'debug' : 'error'](
        { ...logged(error), interaction: interaction.id },
        'Autocomplete was not answered.',
      );
    }
    metrics.answered('autocomplete', performance.now() - started);
  };

  const isNew = (id: string): boolean => {
    if (seen.has(id)) return false;
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > remembered && oldest !== undefined) seen.delete(oldest);
    return true;
  };

  const hold = (task: Promise<void>): void => {
    const held = task
      .catch((error: unknown) => log.error(logged(error), 'An interaction failed.'))
      .finally(() => inHand.delete(held));
    inHand.add(held);
  };

  const settled = async (): Promise<void> => {
    while (inHand.size > 0) await Promise.all(inHand);
  };

  return {
    settled,
    take: (interaction) => {
      if (!isNew(interaction.id)) log.debug({ interaction: interaction.id }, 'Delivered twice.');
      else if (interaction.isAutocomplete()) hold(suggest(interaction));
      else if (interaction.isChatInputCommand() || interaction.isMessageComponent()) hold(answer(interaction));
    },
    close: () => {
      closing = true;
      return settled();
    },
  };
};
