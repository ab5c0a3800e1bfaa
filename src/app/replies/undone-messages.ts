import type { LogEntry } from '../../battle/saved/log-entry.ts';
import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import { parseFollowUpOrderId } from '../../battle/views/report.ts';
import { maxEntriesPerOrder } from '../../battle/views/turn-story.ts';
import type { Services } from '../services.ts';
import type { Post } from './reply.ts';
import { turnStoryPost } from './turn-messages.ts';

/** The message of one order, by the interaction that gave it, as it reads now that the order was taken back, or given back. */
export interface UndoneOrderMessage {
  readonly order: string;
  readonly reply: Post;
}

/** After an undo so many messages of orders are struck through, the newest of them. */
const mostStruck = 6;

/** These are among so many of its entries. */
const mostChanged = mostStruck * maxEntriesPerOrder;

/** An undo is looked for in so many entries: what it leads to by itself comes after it. */
const following = 5;

const orderOf = ({ orderId }: LogEntry): string => parseFollowUpOrderId(orderId).first;

const changedBy = ({ request }: LogEntry): readonly number[] =>
  request.kind === 'undo' ? request.takes : request.kind === 'redo' ? request.gives : [];

/**
 * Where every order has a message of its own: what becomes of the messages of those that the newest order took back, or gave
 * back. Nothing where it did neither.
 */
export const undoneOrderMessages = async (
  { battles, records }: Pick<Services, 'battles' | 'records'>,
  battle: OpenBattle,
): Promise<readonly UndoneOrderMessage[]> => {
  const { version } = battle.saved;
  const entries = (from: number, to: number): Promise<readonly LogEntry[]> => battles.entries(battle.saved, from, to);
  const newest = await entries(Math.max(1, version - following), version);
  const last = newest.at(-1);
  const changed = newest
    .filter((each) => last !== undefined && orderOf(each) === orderOf(last))
    .flatMap(changedBy)
    .toSorted((a, b) => a - b)
    .slice(-mostChanged);
  const [from, to] = [changed[0], changed.at(-1)];
  if (from === undefined || to === undefined) return [];
  const found = await records('turn', battle, { from, to });
  if (!found.ok) return [];
  const taken = (await entries(from, to)).filter(({ n }) => changed.includes(n));
  return [...Map.groupBy(taken, orderOf)].slice(-mostStruck).flatMap(([order, chain]) => {
    const told = found.value.told.filter(({ n, lines }) => lines.length > 0 && chain.some((each) => each.n === n));
    return told.length === 0 ? [] : [{ order, reply: turnStoryPost(told) }];
  });
};
