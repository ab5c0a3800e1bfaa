import type { OutboxMessage, PlacedMessage } from '../../battle/saved/outbox.ts';
import type { Asker } from '../command-kit/command.ts';
import { type Reply, toSavedReply } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { replyMessage } from './outbox-items.ts';
import type { UnsentAnswer } from './outbox-relay.ts';

/** The saved form of an answer, without pictures and files. */
export const toUnsentAnswer = (reply: Reply): UnsentAnswer => ({ to: reply.to, says: { words: toSavedReply(reply) } });

interface WriteOptions<T> {
  /** True if `write` saved its data, so that the answer was saved too. Default: always true. */
  readonly isWritten?: (result: T) => boolean;
  /** Number of this write within its command, from 1. The answer of the last write replaces the others. */
  readonly nth?: number;
  /** Other messages to save together with the answer. */
  readonly moreMessages?: readonly OutboxMessage[];
}

/** Saves data with the answer, both or neither. If this process is killed, another process sends the answer. */
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
