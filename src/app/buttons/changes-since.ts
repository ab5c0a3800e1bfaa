import type { OpenBattle } from '../../battle/saved/store.ts';
import type { VisibleEntry } from '../../battle/views/log-view.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import { expectedActionsOfUser } from '../replies/order-outcome.ts';

/** What a person goes by when they press a control: what is awaited of them, and how everybody stands and fares. */
const situation = (battle: OpenBattle, user: string) => {
  const { board, combatants } = battle.game.view(viewerOf(battle, user));
  return {
    awaited: expectedActionsOfUser(battle, user).map(({ actor, kind, what }) => ({ actor, kind, what })),
    question: battle.saved.pending?.orderId,
    where: board?.kind === 'grid' ? board.figures : board,
    fares: combatants.map(({ id, life, gauges, place }) => ({ id, life, gauges, place })),
  };
};

/** Others may have declared, talked or rolled meanwhile: what this person went by is as it was. */
const isUnchangedFor = (since: readonly VisibleEntry[], now: OpenBattle, user: string): boolean => {
  const [first] = since;
  if (first === undefined) return false;
  const then = situation(first.before, user);
  return then.awaited.length > 0 && JSON.stringify(then) === JSON.stringify(situation(now, user));
};

const maxLines = 6;

/** What happened since a control was made. */
export interface ChangesSinceVersion {
  /** The order it gives was given already. */
  readonly isAlreadyGiven: boolean;
  /** What the person went by who pressed it is as it was. */
  readonly isUnchanged: boolean;
  /** What they were told since; the last of it. */
  readonly lines: readonly string[];
}

/** What happened after this version of a battle, as one person was told it. */
export const findChangesSinceVersion = (
  now: OpenBattle,
  told: readonly VisibleEntry[],
  user: string,
  { orderId, version }: { readonly orderId: string; readonly version: number },
): ChangesSinceVersion => {
  // That the bot was brought up to date makes no control stale.
  const since = told.filter(({ entry }) => entry.n > version && entry.request.kind !== 'lift');
  return {
    isAlreadyGiven: told.some(({ entry }) => entry.orderId === orderId),
    isUnchanged: isUnchangedFor(since, now, user),
    lines: since.flatMap((each) => each.lines.map(({ text }) => text)).slice(-maxLines),
  };
};
