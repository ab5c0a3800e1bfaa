import type { OutboxMessage, PlacedMessage } from '../../battle/saved/outbox.ts';
import type { Asker } from '../command-kit/command.ts';
import { type Reply, toSavedReply } from '../replies/reply.ts';
import type { Need } from '../services.ts';
import { replyMessage } from './outbox-items.ts';
import type { UnsentAnswer } from './outbox-relay.ts';

/** The saved form of an answer, without pictures and files. */
export const toUnsentAnswer = (reply: Reply): UnsentAnswer => ({ to: reply.to, says: { words: toSavedReply(reply) } });

interface WriteOptions {
  /** Number of this write within its command, from 1. The answer of the last write replaces the others. */
  readonly nth?: number;
  /** Other messages to save together with the answer. */
  readonly moreMessages?: readonly OutboxMessage[];
}

/** True for what stores return after they have saved their data. */
const isWritten = (outcome: unknown): boolean => outcome === undefined || outcome === true || outcome === 'kept';

/** Saves data with the answer, both or neither. If this process is killed, another process sends the answer. */
export const writeWithAnswer = async <T>(
  { outbox }: Need<'outbox'>,
  asker: Asker,
  answer: Reply | UnsentAnswer,
  write: (said: PlacedMessage | undefined) => Promise<T>,
  { nth = 1, moreMessages = [] }: WriteOptions = {},
): Promise<T> => {
  const { guild, channel } = asker;
  const unsent = 'says' in answer ? answer : toUnsentAnswer(answer);
  const messages = outbox.withLease([...replyMessage(asker, unsent, nth), ...moreMessages]);
  const result = await write(messages && { guild, channel, messages });
  if (isWritten(result)) outbox.noteWritten(asker, messages);
  return result;
};
