import { hang as hangEffect } from '../../rules/effect-events.ts';
import type { Effect } from '../../rules/effects.ts';
import { done } from '../../rules/verb.ts';
import { type Checked, present } from './checks.ts';
import type { Draft } from './state.ts';

/** Hangs a modifier on a combatant, or lifts it. */
export const hang = (draft: Draft, who: string, what: string, effect: Effect | undefined): Checked<undefined> => {
  const found = present(draft.now(), who);
  if (!found.ok) return found;
  const { id } = found.value;
  if (!hangEffect(draft, id, what, effect)) draft.emit({ type: 'effect-lifted', who: id, name: what });
  return done;
};

/** The terms in which modifiers may be hung. */
export const modifiers = {
  sc: 'added to the strike chance of every attack',
  def: 'added to DEF',
  prot: 'added to protection',
  initiative: 'added to every initiative roll',
  damage: 'added to every damage roll, before doubling',
  check: 'added to cast chances, skill rolls and attribute checks',
  luck: 'added to Luck saves',
  tmr: 'added to the movement rate, in feet',
} as const;
