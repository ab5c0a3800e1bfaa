import type { OutboxMessage } from '../../battle/saved/outbox.ts';
import { isFree } from '../../campaign/calendar.ts';
import { personOf } from '../../campaign/people.ts';
import type { Card } from '../../presentation/card.ts';
import { directMessage, whisper } from '../outbox/outbox-items.ts';
import type { Services } from '../services.ts';

/** How somebody who leads is told what is theirs to know: by direct message, or beside their next answer where they are not to be called now. */
export const toLeader = async (
  leader: string,
  told: Card,
  once: string,
  { people, now }: Pick<Services, 'people' | 'now'>,
): Promise<OutboxMessage> => {
  const person = await personOf(people, leader);
  const isCalled = person.pings.gm !== 'off' && isFree(now(), person);
  const words = { cards: [told] };
  return isCalled ? directMessage(once, leader, words, 'press') : whisper(once, leader, words);
};
