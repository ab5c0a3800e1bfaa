import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { type BlowKind, isPhysical } from './attack/kinds.ts';
import { adjacent } from './board.ts';
import { relative, zoneOf } from './positioning.ts';
import type { Code } from './refusals.ts';
import { type Combatant, type Draft, find, inTurnOrder, isAble, type Placed, type State } from './state.ts';

const ahead: readonly (number | undefined)[] = [0, 1, 7];
const behind: readonly (number | undefined)[] = [3, 4, 5];

/** SK-ALLY-2, SK-RUL-40: does the guard stand in front of the ally, its back to it? */
export const standsInFront = (state: Pick<State, 'settings'>, guard: Combatant, ally: Combatant): boolean => {
  if (guard.at === undefined || ally.at === undefined || !adjacent(guard.at, ally.at)) return false;
  if (state.settings['ally.position'] === 'adjacent') return true;
  return (
    ahead.includes(relative({ at: ally.at, facing: ally.facing }, guard.at)) &&
    behind.includes(relative({ at: guard.at, facing: guard.facing }, ally.at))
  );
};

/** A blow that is about to fall on an ally. */
export interface Threat {
  readonly how: BlowKind;
  readonly attacker: Placed;
  readonly ally: Placed;
}

/** SK-RUL-34, SK-RUL-43: what can be taken at all. */
const canBeTaken = ({ how }: Threat, { settings }: State): boolean => {
  if (how === 'counter' || how === 'opportunity') return false;
  return how === 'charge' ? settings['ally.charges'] === 'yes' : isPhysical(how, settings);
};

/** May this combatant take the blow for its target? The codes come in the order of the intercept's preconditions. */
export const mayIntercept = (state: State, threat: Threat, guard: Combatant): Result<Combatant, Refusal<Code>> => {
  const { ally, attacker } = threat;
  const facts = { actor: ref(guard.name), target: ref(ally.name) };
  if (!isAble(guard)) return refuse('INCAPACITATED', { ...facts, why: 'it is down or disrupted' });
  if (guard.team !== ally.team || guard.name === ally.name || guard.name === attacker.name)
    return refuse('NOT_AN_ALLY', facts);
  if (!canBeTaken(threat, state)) return refuse('INTERCEPT_NOT_PHYSICAL', facts);
  if (zoneOf(ally, attacker.at, state.settings) !== 'front') return refuse('INTERCEPT_NOT_FRONT', facts);
  if (!standsInFront(state, guard, ally)) return refuse('ALLY_NOT_BEHIND', facts);
  if (state.settings['ally.perRound'] === '1' && guard.intercepts > 0) return refuse('INTERCEPT_SPENT', facts);
  return ok(guard);
};

/** SK-ALLY-4, SK-ALLY-9: who takes the blow unasked, or else who may be asked, in turn order. */
export const shields = (
  state: State,
  threat: Threat,
): { readonly declared: Combatant | undefined; readonly asked: readonly Combatant[] } => {
  const able = inTurnOrder(state).filter((guard) => mayIntercept(state, threat, guard).ok);
  return {
    declared: able.find(({ stance, defendAlly }) => stance === 'defend-ally' && defendAlly === threat.ally.name),
    asked: able,
  };
};

/** SK-ALLY-7: after `who` left its square or turned, the declared guards that this undoes are over. */
export const checkGuards = ({ now, emit }: Draft, who: string, moved: boolean): void => {
  for (const guard of now().combatants) {
    const { name, stance, defendAlly } = guard;
    if (stance !== 'defend-ally' || defendAlly === undefined || (name !== who && defendAlly !== who)) continue;
    const ally = find(now(), defendAlly);
    if (moved) emit({ type: 'guard-ended', who: name, ally: defendAlly, why: 'moved' });
    else if (ally === undefined || !standsInFront(now(), guard, ally))
      emit({ type: 'guard-ended', who: name, ally: defendAlly, why: 'position' });
  }
};
