import type { OutboxMessage } from '../../battle/saved/outbox.ts';
import { isFreeTime } from '../../campaign/calendar.ts';
import { findPersonalSettings, type PingKind } from '../../campaign/people.ts';
import type { Post, Reply } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { directMessage, ephemeralMessage } from './outbox-items.ts';

/** How somebody is told what is theirs alone: by direct message, or beside their next answer where they are not to be called now. */
export const createPrivateDelivery = async (
  user: string,
  words: Pick<Reply, 'cards'> & Partial<Pick<Post, 'controls'>>,
  once: string,
  kind: PingKind,
  { people, now }: Pick<Services, 'people' | 'now'>,
): Promise<OutboxMessage> => {
  const person = await findPersonalSettings(people, user);
  const isCalled = person.pings[kind] !== 'off' && isFreeTime(now(), person);
  return isCalled ? directMessage(once, user, words, 'press') : ephemeralMessage(once, user, words);
};
