import type { PrivateView, RefinedAnswer } from '../app/replies/reply.ts';
import type { Log } from '../log/log.ts';
import { createMessage } from './discord-message.ts';
import { isDiscordError, isTransient } from './failure.ts';
import { type AnswerableInteraction, replaceAnswer } from './respond.ts';

/** Time after the interaction in which we edit its answer (milliseconds). Discord allows 15 minutes. */
const tokenLifetime = 14 * 60_000;

interface Parts {
  /** A signal that aborts when the process shuts down. */
  readonly signal: AbortSignal;
  /** A monotonic clock (milliseconds). */
  readonly clock: () => number;
  readonly log: Log;
}

/** Replaces an answer by better versions while these arrive and the interaction's token is valid. Never throws. */
export const showRefinedAnswers = async (
  interaction: AnswerableInteraction,
  { refinements, ...said }: PrivateView & { readonly refinements: AsyncIterable<RefinedAnswer> },
  { signal, clock, log }: Parts,
): Promise<void> => {
  const coming = refinements[Symbol.asyncIterator]();
  // A listener on the process-wide signal would remain until shutdown.
  const over = new AbortController();
  const leaving = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: over.signal }),
  );
  const until = clock() + tokenLifetime;
  try {
    while (!signal.aborted) {
      const next = await Promise.race([coming.next(), leaving]);
      if (next === undefined || next.done === true || signal.aborted || clock() > until) break;
      const message = await createMessage({ ...said, ...next.value });
      if (signal.aborted || clock() > until) break;
      await replaceAnswer(interaction, message);
    }
  } catch (error) {
    const isGone = isDiscordError(error, 'unknownMessage', 'invalidToken', 'unknownWebhook');
    const usual = signal.aborted || isGone || isTransient(error);
    log[usual ? 'debug' : 'error']({ err: error, interaction: interaction.id }, 'A better answer was not shown.');
  } finally {
    over.abort();
    // The next version may still be calculated; do not wait for it.
    coming.return?.()?.catch(() => {});
  }
};
