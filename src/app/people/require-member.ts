import { ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { Services } from '../services.ts';

/** Refuses somebody who is named and is no longer in the server; outside servers there is nobody to be missed. */
export const requireMember = async (
  { guild, user: asker }: Asker,
  user: string | undefined,
  { channels }: Pick<Services, 'channels'>,
): Promise<Result<undefined, Refusal>> =>
  guild === undefined || user === undefined || user === asker || (await channels.isMember(guild, user))
    ? ok(undefined)
    : refuse('not-in-server');
