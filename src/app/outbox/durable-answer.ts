import type { OutboxMessage, PlacedMessage } from '../../battle/saved/outbox.ts';
import type { Asker } from '../command-kit/command.ts';
import { type Reply, toSavedReply } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { replyMessage } from './outbox-items.ts';
import type { UnsentAnswer } from './outbox-relay.ts';

/** An answer in words: without its pictures and files. */
export const toUnsentAnswer = (reply: Reply): UnsentAnswer => ({ to: reply.to, says: { words: toSavedReply(reply) } });

interface WriteOptions<T> {
  /** Was anything written? Then the answer was. */
  readonly isWritten?: (result: T) => boolean;
  /** Of several that one command writes one after the other: which, from 1. The last one stands. */
  readonly nth?: number;
  /** What else is to be said of it. */
  readonly moreMessages?: readonly OutboxMessage[];
}

/** Writes what is no order together with its answer, both or neither: should the process die, the next one gives the answer. */
export const writeWithAnswer = async <T>(
  { outbox }: Pick<Services, 'outbox'>,
  asker: Asker,
  answer: UnsentAnswer,
  write: (said: PlacedMessage | undefined) => Promise<T>,
  { isWritten = () => true, nth = 1, moreMessages = [] }: WriteOptions<T> = {},
): Promise<T> => {
  const { guild, channel } = asker;
  const messages = outbox.withLease([...replyMessage(asker, answer, nth), ...moreMessages]);
  const result = await write(messages && { guild, channel, messages });
  if (isWritten(result)) outbox.noteWritten(asker, messages);
  return result;
};
