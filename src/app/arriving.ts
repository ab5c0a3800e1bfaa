import type { TableEvent } from '../battle/table.ts';
import { personOf } from '../campaign/people.ts';
import type { Services } from './services.ts';

/**
 * What somebody said before for all their battles, for one they come into now: until when they are away, and who may act
 * for them. A deputy is kept where they sit already; of several the one named for longest.
 */
export const saidBefore = async (
  user: string,
  { battles, people, now }: Pick<Services, 'battles' | 'people' | 'now'>,
): Promise<readonly TableEvent[]> => {
  const at = now();
  const { awayUntil } = await personOf(people, user);
  const deputies = [];
  for (const { id, status } of await battles.seating(user)) {
    const battle = status === 'ended' ? undefined : await battles.openById(id);
    const deputy = battle?.ok ? battle.value.saved.table.deputies[user] : undefined;
    if (deputy !== undefined && deputy.until > at) deputies.push(deputy);
  }
  const [deputy] = deputies.toSorted((a, b) => b.until - a.until);
  return [
    ...(awayUntil !== undefined && awayUntil > at ? [{ type: 'away-set' as const, user, until: awayUntil }] : []),
    ...(deputy === undefined ? [] : [{ type: 'deputy-named' as const, user, deputy }]),
  ];
};
