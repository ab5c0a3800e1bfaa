import { findVersionByToken } from '../../battle/saved/store.ts';
import { type Refusal, type Result, refuse } from '../../core/message.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { Services } from '../services.ts';

/** A control of an earlier moment is answered with what happened since, where that concerns it; nothing is done. */
export const staleButtonAnswer = async (
  asker: Asker,
  made: { readonly battle: string; readonly version: number },
  { battles, records }: Pick<Services, 'battles' | 'records'>,
): Promise<Result<never, Refusal> | undefined> => {
  const there = await battles.open(asker.channel);
  if (!there.ok) return there;
  const { saved } = there.value;
  if (saved.id !== made.battle) return refuse('other-battle');
  const version = findVersionByToken(saved, made.version) ?? 0;
  if (saved.version === version) return undefined;
  const since = await records('since', there.value, { user: asker.user, orderId: asker.orderId, version });
  if (!since.ok) return since;
  const { isAlreadyGiven, isUnchanged, lines } = since.value;
  // What they were told nothing of does not make their control stale: the order itself is checked again.
  return isAlreadyGiven || isUnchanged || lines.length === 0
    ? undefined
    : refuse('stale-press', { since: lines.join(' ') });
};
