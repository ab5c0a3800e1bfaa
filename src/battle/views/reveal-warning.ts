import { phrase } from '../../core/message.ts';
import { gmActor } from '../../rules/caller.ts';
import type { OpenBattle } from '../saved/store.ts';

/** `reveals` where an order shows somebody who is hidden until they act; `may reveal` where that depends on who has them in sight. */
export type RevealWarning = 'reveals' | 'may reveal';

/** What an order for an actor would do to those who are hidden until they act. Undefined if nobody can be seen by it. No verb: any order. */
export const revealWarning = (
  { ruleset, game, saved: { table } }: OpenBattle,
  actor: string,
  verb: string | undefined,
): RevealWarning | undefined => {
  const seen = verb === undefined ? 'any' : ruleset.actVisibility[verb];
  const waiting = Object.keys(table.hidden).filter((who) => table.hidden[who] === 'until-acts');
  if (seen === undefined || waiting.length === 0) return undefined;
  if (waiting.includes(actor)) return seen === 'seen' ? 'reveals' : 'may reveal';
  const among = actor === gmActor || game.roster().some((each) => each.actor === actor && waiting.includes(each.id));
  return among ? 'may reveal' : undefined;
};

/** A button's label with what the order would give away. */
export const withRevealWarning = (battle: OpenBattle, label: string, actor: string, verb?: string): string => {
  const warning = revealWarning(battle, actor, verb);
  return warning === undefined ? label : phrase`${label.slice(0, 80 - warning.length - 3)} (${warning})`;
};
