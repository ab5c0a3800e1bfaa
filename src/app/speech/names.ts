import { createLookAlikeCheck } from '../../core/look-alike.ts';
import { normalizeText, ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { Services } from '../services.ts';

/** Names by which a message could be taken for one of Discord, or for a call of everybody. */
const reserved = ['Discord', 'Clyde', 'System', 'System Message', 'everyone', 'here'];

/** True if a name could be taken for Discord: also `Discord Support`, but not `Discordia`. */
export const isReservedName = (name: string): boolean => {
  const isLike = createLookAlikeCheck(name);
  const [first = ''] = normalizeText(name).split(' ');
  return reserved.some(isLike) || createLookAlikeCheck(first)('Discord');
};

/**
 * Refuses a name that could be taken for Discord, the bot, or another member; a member's own name is theirs. `unsure`: Discord could
 * not be asked. Then the words are said with their author beneath: no outage ends a scene, and still nobody is taken for another.
 */
export const requireSpeakableName = async (
  { guild, user }: Asker,
  name: string,
  { channels }: Pick<Services, 'channels'>,
): Promise<Result<'free' | 'unsure', Refusal>> => {
  if (guild === undefined) return ok('free');
  if (isReservedName(name)) return refuse('name-of-discord', { name });
  const bearers = await channels.namesakes?.(guild, name).catch(() => 'unsure' as const);
  if (bearers === 'unsure') return ok('unsure');
  return bearers === undefined || bearers.length === 0 || bearers.includes(user)
    ? ok('free')
    : refuse('name-of-member', { name });
};
