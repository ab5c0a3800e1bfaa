import type { PrivateView, RefinedAnswer } from '../app/replies/reply.ts';
import type { Log } from '../log/log.ts';
import { createMessage } from './discord-message.ts';
import { failureFields, isDiscordError, isTransient } from './failure.ts';
import { type AnswerableInteraction, replaceAnswer } from './respond.ts';

/** An interaction can be answered for 15 minutes; later nothing of it may be changed. */
const tokenLifetime = 14 * 60_000;

interface Parts {
  /** It is over: the process leaves. */
  readonly signal: AbortSignal;
  /** Milliseconds of a steady clock. */
  readonly clock: () => number;
  readonly log: Log;
}

/**
 * Puts better answers in place of one that was given, as they come: until there are no more, the message is gone, the interaction can
 * be answered no longer, or the process leaves. Never throws.
 */
export const showRefinedAnswers = async (
  interaction: AnswerableInteraction,
  { refinements, ...said }: PrivateView & { readonly refinements: AsyncIterable<RefinedAnswer> },
  { signal, clock, log }: Parts,
): Promise<void> => {
  const coming = refinements[Symbol.asyncIterator]();
  // Whoever listens to the process is held by it until it leaves.
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
    log[usual ? 'debug' : 'error'](
      { ...failureFields(error), interaction: interaction.id },
      'A better answer was not shown.',
    );
  } finally {
    over.abort();
    // What is still being worked out is not waited for.
    coming.return?.()?.catch(() => {});
  }
};
