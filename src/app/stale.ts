import type { OpenBattle } from '../battle/battle.ts';
import type { Told } from '../battle/chronicle.ts';
import { versionAt } from '../battle/moments.ts';
import { viewerOf } from '../battle/viewers.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import type { Result } from '../core/result.ts';
import type { Asker } from './command.ts';
import { awaitedOf } from './mine.ts';
import type { Services } from './services.ts';

/** What a person goes by when they press a control: what is awaited of them, and how everybody stands and fares. */
const situation = (battle: OpenBattle, user: string) => {
  const { board, combatants } = battle.game.view(viewerOf(battle, user));
  return {
    awaited: awaitedOf(battle, user).map(({ actor, kind, what }) => ({ actor, kind, what })),
    question: battle.saved.pending?.orderId,
    where: board?.kind === 'grid' ? board.figures : board,
    fares: combatants.map(({ id, life, gauges, place }) => ({ id, life, gauges, place })),
  };
};

/** Others may have declared, talked or rolled meanwhile: what this person went by is as it was. */
const asItWas = (since: readonly Told[], now: OpenBattle, user: string): boolean => {
  const [first] = since;
  if (first === undefined) return false;
  const then = situation(first.before, user);
  return then.awaited.length > 0 && JSON.stringify(then) === JSON.stringify(situation(now, user));
};

const mostTold = 6;

/** A control of an earlier moment is answered with what happened since, where that concerns it; nothing is done. */
export const stale = async (
  asker: Asker,
  made: { readonly battle: string; readonly moment: number },
  { battles }: Services,
): Promise<Result<never, Refusal> | undefined> => {
  const there = await battles.open(asker.channel);
  if (!there.ok) return there;
  const { saved } = there.value;
  if (saved.id !== made.battle) return refuse('other-battle');
  const version = versionAt(saved, made.moment) ?? 0;
  if (saved.version === version) return undefined;
  const told = await battles.chronicle(asker.channel, asker.user);
  if (!told.ok) return told;
  const given = told.value.some(({ entry }) => entry.orderId === asker.orderId);
  // That the bot was brought up to date makes no control stale.
  const since = told.value.filter(({ entry }) => entry.n > version && entry.request.kind !== 'lift');
  if (given || asItWas(since, there.value, asker.user)) return undefined;
  const lines = since.flatMap((each) => each.lines.map(({ text }) => text)).slice(-mostTold);
  // What they were told nothing of does not make their control stale: the order itself is checked anew.
  return lines.length === 0 ? undefined : refuse('stale-press', { since: lines.join(' ') });
};
