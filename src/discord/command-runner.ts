import type { Asker } from '../app/command-kit/command.ts';
import type { Dispatcher } from '../app/dispatcher.ts';
import type { FairQueue } from '../app/queues/worker-queue.ts';
import { isFromFullDisk, type Refusal, type Result } from '../core/message.ts';
import type { Log } from '../log/log.ts';
import { failureFields, failureId, failureSentence } from './failure.ts';
import type { Metrics } from './metrics.ts';
import type { ParsedCommand } from './parse-interaction.ts';
import { ephemeralSentence, type PreparedReply, prepareReply } from './prepared-reply.ts';

/** A refusal in words; the system whose words they are depends on where it was asked. */
export type RefusalDescriber = (
  refusal: Refusal,
  where: { readonly guild: string | undefined; readonly channel: string },
) => string | Promise<string>;

export interface CommandRunnerParts {
  readonly dispatcher: Dispatcher;
  readonly sentence: RefusalDescriber;
  /** In whose turn what is done: each server has its own. */
  readonly queue: FairQueue;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Runs a command in its server's turn, and makes what comes of it ready to be sent. Never rejects. */
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
};
