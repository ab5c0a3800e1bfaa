import type { SessionEvent } from '../../battle/saved/session.ts';
import { findPersonalSettings } from '../../campaign/people.ts';
import type { Services } from '../services.ts';

/**
 * What somebody said before for all their battles, for one they come into now: until when they are away, and who may act
 * for them.
 */
export const initialPresence = async (
  user: string,
  { people, now }: Pick<Services, 'people' | 'now'>,
): Promise<readonly SessionEvent[]> => {
  const at = now();
  const { awayUntil, awayTactics, deputy } = await findPersonalSettings(people, user);
  return [
    ...(awayUntil !== undefined && awayUntil > at
      ? [
          {
            ...{ type: 'away-set' as const, user, until: awayUntil },
            ...(awayTactics !== undefined && { tactics: awayTactics }),
          },
        ]
      : []),
    ...(deputy !== undefined && deputy.until > at ? [{ type: 'deputy-named' as const, user, deputy }] : []),
  ];
};
