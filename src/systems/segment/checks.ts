import { ok, ref, refuse, term } from '../../core/message.ts';
import { type Caller, mayCommand } from '../../rules/expected-action.ts';
import { combatantOffer, type FindParamOffers } from '../../rules/verb.ts';
import { type CheckResult, type Combatant, findByName, type PendingQuestion, type State, slotOf } from './state.ts';

/** The phase of the battle, as a clause that follows “That is not possible now”. */
export const describePhase = ({ status, phase, pending }: State): string => {
  if (status === 'setup') return 'the battle has not started';
  if (pending !== undefined) return 'a question is waiting for an answer';
  return phase === 'declare'
    ? 'declarations are open; close them first'
    : 'the round is running; run the segments first';
};

export const refusePhase = (phase: string) => refuse('WRONG_PHASE', { phase: term(phase) });

export const refuseAction = (problem: string) => refuse('BAD_ACTION', { problem: term(problem) });

export const requireBattleNotOver = (state: State): CheckResult<State> =>
  state.status === 'ended' ? refuse('NO_BATTLE') : ok(state);

/** Requires this phase, and that no question is open. Refuses with NO_BATTLE or WRONG_PHASE. */
export const requirePhase = (state: State, phase: State['phase']): CheckResult<State> => {
  if (state.status === 'ended') return refuse('NO_BATTLE');
  const fits = state.status === 'active' && state.phase === phase && state.pending === undefined;
  return fits ? ok(state) : refusePhase(describePhase(state));
};

export const requireGm = (call: Caller): CheckResult<Caller> => (call.gm ? ok(call) : refuse('NOT_GM'));

/** Requires a GM and a battle that is not over. Refuses with NO_BATTLE or NOT_GM. */
export const requireGmInBattle = (state: State, call: Caller): CheckResult<Caller> => {
  const running = requireBattleNotOver(state);
  return running.ok ? requireGm(call) : running;
};

export const requireCombatant = (state: State, name: string): CheckResult<Combatant> => {
  const found = findByName(state, name);
  return found === undefined ? refuse('NO_SUCH_COMBATANT', { who: ref(name) }) : ok(found);
};

/** Requires a combatant that the caller controls. Refuses with NO_SUCH_COMBATANT or NOT_CONTROLLER. SEG-GEN-3. */
export const requireControlledCombatant = (state: State, call: Caller, name = call.actor): CheckResult<Combatant> => {
  const found = requireCombatant(state, name);
  if (!found.ok) return found;
  return mayCommand(call, found.value.id) ? found : refuse('NOT_CONTROLLER', { who: ref(found.value.id) });
};

/** Requires a GM and an existing combatant. Refuses with NO_BATTLE, NOT_GM or NO_SUCH_COMBATANT. */
export const requireGmTarget = (
  state: State,
  call: Caller,
  { target }: { readonly target: string },
): CheckResult<Combatant> => {
  const gm = requireGmInBattle(state, call);
  return gm.ok ? requireCombatant(state, target) : gm;
};

export const requireTarget = (state: State, name: string | undefined): CheckResult<Combatant> => {
  const found = name === undefined ? undefined : findByName(state, name);
  return found === undefined
    ? refuse('NO_SUCH_TARGET', { target: name === undefined ? undefined : ref(name) })
    : ok(found);
};

/** Requires a target that is up. Allies are refused, unless settings allow them. SEG-DECL-5, SEG-RUL-92. */
export const requireFoe = (state: State, who: Combatant, name: string | undefined): CheckResult<Combatant> => {
  const target = requireTarget(state, name);
  if (!target.ok) return target;
  const { id, team, life } = target.value;
  if (id === who.id) return refuse('TARGET_SELF', { who: ref(id) });
  if (team === who.team && !state.settings.friendlyFire)
    return refuse('FRIENDLY_TARGET', { target: ref(id), who: ref(who.id) });
  return life === 'up' ? target : refuse('TARGET_DOWN', { target: ref(id), life: term(life) });
};

type PendingOfKind<Kind extends PendingQuestion['kind']> = Extract<PendingQuestion, { readonly kind: Kind }>;

/** Requires an open question of this kind. Refuses with NO_BATTLE or NO_PENDING. */
export const requireQuestion = <const Kind extends PendingQuestion['kind']>(
  state: State,
  kind: Kind,
  who: string,
): CheckResult<PendingOfKind<Kind>> => {
  const fits = (pending: PendingQuestion | undefined): pending is PendingOfKind<Kind> => pending?.kind === kind;
  if (state.status === 'ended') return refuse('NO_BATTLE');
  return fits(state.pending) ? ok(state.pending) : refuse('NO_PENDING', { who: ref(who) });
};

/** Requires the combatant that is asked. Refuses with NO_PENDING an order for another, or with NOT_CONTROLLER. */
export const requireAsked = (state: State, call: Caller, asked: string): CheckResult<Combatant> => {
  const may = requireControlledCombatant(state, call, asked);
  const named = findByName(state, call.actor)?.id ?? asked;
  return may.ok && named !== asked ? refuse('NO_PENDING', { who: ref(named) }) : may;
};

/** Requires the question whether to attack a defender. Refuses with NO_PENDING or NOT_CONTROLLER. SEG-DECL-9. */
export const requireDefenderQuestion = (state: State, call: Caller) => {
  const pending = requireQuestion(state, 'choose-again', call.actor);
  if (!pending.ok) return pending;
  const who = requireAsked(state, call, pending.value.who);
  return who.ok ? ok({ pending: pending.value, who: who.value }) : who;
};

/** The open question about an attack or spell. Undefined if no such question is open. */
export const attackInQuestion = ({ pending }: State) =>
  pending?.kind === 'contingency' || pending?.kind === 'choose-again' ? pending : undefined;

/** Requires an action that `redirect` or `forgo` can change: in question, or an attack that waits. SEG-ROUND-5. */
export const requireRedirectableAction = (state: State, call: Caller) => {
  if (state.status === 'ended') return refuse('NO_BATTLE');
  const { pending } = state;
  const about = attackInQuestion(state);
  const who = findByName(state, about?.who ?? call.actor);
  if (who === undefined) return refuse('NO_PENDING', { who: ref(call.actor) });
  const slot = about
    ? slotOf(who, about.number)
    : pending === undefined
      ? who.initiatives.find(({ status }) => status === 'waiting')
      : undefined;
  if (slot === undefined) return refuse('NO_PENDING', { who: ref(call.actor) });
  const may = requireAsked(state, call, who.id);
  return may.ok ? ok({ who, slot, pending }) : may;
};

export const offerAllCombatants: FindParamOffers<State> = ({ combatants }) => combatants.map(combatantOffer);

export const offerEnemies: FindParamOffers<State> = (state, { actor }) => {
  const who = findByName(state, actor);
  return state.combatants
    .filter(({ life, team }) => life === 'up' && (who === undefined || team !== who.team))
    .map(combatantOffer);
};

/** Properties of every order of the GM about one combatant. */
export const gmOnTarget = { role: 'gm', offers: { target: offerAllCombatants }, requires: requireGmTarget } as const;
