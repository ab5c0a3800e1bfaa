import { ref, type Text } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { type Caller, mayCommand } from '../../rules/caller.ts';
import type { FindParamOffers, ParamOffer } from '../../rules/verb.ts';
import {
  type ActionSlot,
  type CheckResult,
  type Combatant,
  findByName,
  isSurprised,
  type PendingQuestion,
  type State,
} from './state.ts';

/** Where the battle is, in words that follow "That cannot be done now:". */
export const describePhase = ({ status, phase, pending }: State): string => {
  if (status === 'setup') return 'the battle has not started';
  if (pending !== undefined) return 'a question is waiting for an answer';
  return phase === 'declare'
    ? 'declarations are open; close them first'
    : 'the round is running; run the segments first';
};

export const requireBattleNotOver = (state: State): CheckResult<State> =>
  state.status === 'ended' ? refuse('NO_BATTLE') : ok(state);

/** NO_BATTLE, then WRONG_PHASE: the battle runs in this phase, and no question is open. */
export const requirePhase = (state: State, phase: State['phase']): CheckResult<State> => {
  if (state.status === 'ended') return refuse('NO_BATTLE');
  const fits = state.status === 'active' && state.phase === phase && state.pending === undefined;
  return fits ? ok(state) : refuse('WRONG_PHASE', { phase: describePhase(state) });
};

export const requireGm = (call: Caller): CheckResult<Caller> => (call.gm ? ok(call) : refuse('NOT_GM'));

export const requireCombatant = (state: State, name: string): CheckResult<Combatant> => {
  const found = findByName(state, name);
  return found === undefined ? refuse('NO_SUCH_COMBATANT', { who: ref(name) }) : ok(found);
};

/** NO_SUCH_COMBATANT, then NOT_CONTROLLER: the combatant that is commanded, SEG-GEN-3. */
export const requireCommanded = (state: State, call: Caller, name = call.actor): CheckResult<Combatant> => {
  const found = requireCombatant(state, name);
  if (!found.ok) return found;
  return mayCommand(call, found.value.id) ? found : refuse('NOT_CONTROLLER', { who: ref(found.value.id) });
};

/** NO_BATTLE, NOT_GM, NO_SUCH_COMBATANT: what the GM's own commands test. */
export const requireGmTarget = (state: State, call: Caller, name: string): CheckResult<Combatant> => {
  const running = requireBattleNotOver(state);
  if (!running.ok) return running;
  const gm = requireGm(call);
  return gm.ok ? requireCombatant(state, name) : gm;
};

/** INCAPACITATED, then SURPRISED. */
export const requireCanDeclare = (state: State, who: Combatant): CheckResult<Combatant> => {
  if (who.life !== 'up') return refuse('INCAPACITATED', { who: ref(who.id), life: who.life });
  return isSurprised(state, who) ? refuse('SURPRISED', { who: ref(who.id), level: who.ambushLevel ?? 3 }) : ok(who);
};

export const requireTarget = (state: State, name: string | undefined): CheckResult<Combatant> => {
  const found = name === undefined ? undefined : findByName(state, name);
  return found === undefined
    ? refuse('NO_SUCH_TARGET', { target: name === undefined ? undefined : ref(name) })
    : ok(found);
};

/** SEG-DECL-5, as far as the target goes; SEG-RUL-92. */
export const requireFoe = (state: State, who: Combatant, name: string | undefined): CheckResult<Combatant> => {
  const target = requireTarget(state, name);
  if (!target.ok) return target;
  const { id, team, life } = target.value;
  if (id === who.id) return refuse('TARGET_SELF', { who: ref(id) });
  if (team === who.team && !state.settings.friendlyFire)
    return refuse('FRIENDLY_TARGET', { target: ref(id), who: ref(who.id) });
  return life === 'up' ? target : refuse('TARGET_DOWN', { target: ref(id), life });
};

type PendingOfKind<Kind extends PendingQuestion['kind']> = Extract<PendingQuestion, { readonly kind: Kind }>;

/** NO_PENDING: the open question, if it is one of these kinds. */
export const requireQuestion = <const Kind extends PendingQuestion['kind']>(
  state: State,
  kinds: readonly Kind[],
  who: string,
): CheckResult<PendingOfKind<Kind>> => {
  const fits = (pending: PendingQuestion | undefined): pending is PendingOfKind<Kind> =>
    pending !== undefined && kinds.some((kind) => kind === pending.kind);
  if (state.status === 'ended') return refuse('NO_BATTLE');
  return fits(state.pending) ? ok(state.pending) : refuse('NO_PENDING', { who: ref(who) });
};

/** What `redirect` and `forgo` answer: an overtaken or defended attack that is asked about, or one that waits (SEG-ROUND-5). */
export const requireOvertakenAttack = (
  state: State,
  call: Caller,
): CheckResult<{
  readonly who: Combatant;
  readonly slot: ActionSlot;
  readonly pending: PendingQuestion | undefined;
}> => {
  if (state.status === 'ended') return refuse('NO_BATTLE');
  const { pending } = state;
  const named = findByName(state, call.actor);
  const about = pending?.kind === 'contingency' || pending?.kind === 'choose-again' ? pending : undefined;
  const who = about === undefined ? named : findByName(state, about.who);
  if (who === undefined) return refuse('NO_PENDING', { who: ref(call.actor) });
  const slot = about
    ? who.initiatives.find(({ number }) => number === about.number)
    : pending === undefined
      ? who.initiatives.find(({ status }) => status === 'waiting')
      : undefined;
  if (slot === undefined) return refuse('NO_PENDING', { who: ref(call.actor) });
  const may = requireCommanded(state, call, who.id);
  return may.ok ? ok({ who, slot, pending }) : may;
};

export const createOffer = (value: string, label: Text = value): ParamOffer<Text> => ({ value, label });

export const combatantOffer = ({ id }: Combatant): ParamOffer<Text> => createOffer(id, ref(id));

export const offerAllCombatants: FindParamOffers<State> = ({ combatants }) => combatants.map(combatantOffer);

export const offerEnemies: FindParamOffers<State> = (state, { actor }) => {
  const who = findByName(state, actor);
  return state.combatants
    .filter(({ life, team }) => life === 'up' && (who === undefined || team !== who.team))
    .map(combatantOffer);
};
