import { ok, ref, refuse, say, type Text, term } from '../../core/message.ts';
import { type Caller, gmActor, mayCommand } from '../../rules/expected-action.ts';
import { formatSquare } from '../../rules/grid/square.ts';
import { combatantOffer, createOffer, type FindParamOffers, type ParamOffer } from '../../rules/verb.ts';
import {
  type ActingWarrior,
  type CheckResult,
  type Figure,
  figuresOf,
  find,
  findActingWarrior,
  findByName,
  findSeat,
  findSeatByName,
  isFigure,
  type Seat,
  type State,
  type Warrior,
} from './state.ts';

/** True if two seats are on different teams. DS-GEN-5. */
export const areSeatsHostile = (state: State, a: string, b: string): boolean =>
  a !== b && findSeat(state, a)?.team !== findSeat(state, b)?.team;

export const areHostile = (state: State, a: Warrior, b: Warrior): boolean => areSeatsHostile(state, a.owner, b.owner);

export const foesOf = (state: State, warrior: Figure): readonly Figure[] =>
  figuresOf(state).filter((foe) => areHostile(state, foe, warrior));

/** True if this player has a warrior on the board. RULING-77. */
export const hasFigures = (state: State, seat: string): boolean =>
  state.warriors.some((warrior) => warrior.owner === seat && isFigure(warrior));

/** Ids of all seats in circular order, beginning with `first`. DS-ROUND-1. */
export const seatsFrom = (state: State, first: string | undefined): readonly string[] => {
  const ids = state.seats.map(({ id }) => id);
  const at = Math.max(0, ids.indexOf(first ?? ''));
  return [...ids.slice(at), ...ids.slice(0, at)];
};

/** Ids of all seats in circular order after `seat`, which comes last. DS-DICE-19. */
export const seatsAfter = (state: State, seat: string): readonly string[] => {
  const [own, ...others] = seatsFrom(state, seat);
  return [...others, ...(own === undefined ? [] : [own])];
};

/** The first seat after `after`, in circular order, that fits. Undefined if none fits. DS-DICE-19, RULING-8. */
export const nextSeat = (state: State, after: string, fits: (seat: string) => boolean): string | undefined =>
  seatsAfter(state, after).find(fits);

/** Names of the phases, for sentences of refusals. */
export const phaseWords: Readonly<Record<State['phase'], string>> = {
  setup: 'the game is still being set up',
  deploy: 'the warriors are being placed',
  preparation: 'the round is being prepared',
  resolution: 'the warriors are being activated',
  cleanup: 'the round is ending',
  over: 'the game is over',
};

/** The seat for which the caller gives an order. For the GM, by default the current seat. Section 18; DS-GEN-3. */
const findSpeakingSeat = (state: State, { actor, gm, controls }: Caller): Seat | undefined => {
  const seat = findSeat(state, actor);
  if (seat !== undefined) return gm || controls.includes(seat.id) ? seat : undefined;
  const owner = find(state, actor)?.owner;
  const owned = owner === undefined ? undefined : findSeat(state, owner);
  if (owned !== undefined) return gm || controls.includes(owned.id) ? owned : undefined;
  const own = state.seats.filter(({ id }) => controls.includes(id));
  if (gm && (actor === gmActor || own.length === 0)) return findSeat(state, state.current) ?? state.seats[0];
  return own.find(({ id }) => id === state.current) ?? own[0];
};

/** True unless the order names another seat, or a warrior of another seat. */
export const isForSeat = (state: State, { actor }: Caller, seat: string): boolean =>
  (findSeat(state, actor)?.id ?? find(state, actor)?.owner ?? seat) === seat;

export const hasSeat = (state: State, { controls }: Caller): boolean =>
  state.seats.some(({ id }) => controls.includes(id));

/** Refuses with E_NO_GAME, E_NOT_PLAYER, E_PENDING_CHOICE or E_PHASE. DS-GEN-6, DS-GEN-7, DS-GEN-9, RULING-78. */
const requireInGame = (state: State, call: Caller, phases: readonly State['phase'][]): CheckResult<State> => {
  if (!call.gm && state.seats.length === 0) return refuse('E_NO_GAME');
  if (!call.gm && !hasSeat(state, call)) return refuse('E_NOT_PLAYER');
  if (call.pending !== undefined) return refuse('E_PENDING_CHOICE', { who: ref(call.pending.to) });
  return phases.includes(state.phase) ? ok(state) : refuse('E_PHASE', { phase: term(phaseWords[state.phase]) });
};

/** Runs the checks for orders that only the current player may give. */
export const requireOwnTurn = (state: State, call: Caller, ...phases: readonly State['phase'][]): CheckResult<Seat> => {
  if (state.seats.length === 0) return refuse('E_NO_GAME');
  const playing = requireInGame(state, call, phases);
  if (!playing.ok) return playing;
  const seat = findSpeakingSeat(state, call);
  return seat === undefined || seat.id !== state.current
    ? refuse('E_NOT_YOUR_TURN', { whose: state.current === undefined ? undefined : ref(state.current) })
    : ok(seat);
};

/** Runs the checks for orders that need an activated warrior. */
export const requireActivation = (state: State, call: Caller): CheckResult<ActingWarrior> => {
  const seat = requireOwnTurn(state, call, 'resolution');
  if (!seat.ok) return seat;
  const acting = findActingWarrior(state);
  if (acting === undefined) return refuse('E_NO_ACTIVATION');
  const { id } = find(state, call.actor) ?? acting.warrior;
  return id === acting.warrior.id ? ok(acting) : refuse('E_ACTIVATION_OPEN', { warrior: ref(acting.warrior.id) });
};

/** Runs the checks for orders that cost an action. */
export const requireAction = (state: State, call: Caller): CheckResult<ActingWarrior> => {
  const acting = requireActivation(state, call);
  return acting.ok && acting.value.activation.actions === 0
    ? refuse('E_NO_ACTIONS', { warrior: ref(acting.value.warrior.id) })
    : acting;
};

/** Returns the check for orders that only the GM may give, in these phases. Default: in any phase. */
export const requireGmWhile =
  (...phases: readonly State['phase'][]) =>
  (state: State, call: Caller): CheckResult<State> => {
    const playing = requireInGame(state, call, phases.length > 0 ? phases : [state.phase]);
    return playing.ok && !call.gm ? refuse('E_NOT_GM') : playing;
  };

/** Phases in which warriors may be on the board. */
export const boardPhases: readonly State['phase'][] = ['deploy', 'preparation', 'resolution'];
export const openPhases: readonly State['phase'][] = ['setup', ...boardPhases];

/** Finds a warrior of this player. Refuses with E_WARRIOR_UNKNOWN or E_NOT_YOUR_WARRIOR. */
export const requireOwnWarrior = (state: State, seat: Seat, name: string): CheckResult<Warrior> => {
  const warrior = requireCombatant(state, name);
  return warrior.ok && warrior.value.owner !== seat.id
    ? refuse('E_NOT_YOUR_WARRIOR', { warrior: ref(warrior.value.id), owner: ref(warrior.value.owner) })
    : warrior;
};

/** Finds a warrior on the board. Default: the activated warrior. Refuses with E_WARRIOR_UNKNOWN or E_OFF_BOARD. */
export const requireFigure = (state: State, name: string | undefined): CheckResult<Figure> => {
  const warrior = name === undefined ? findActingWarrior(state)?.warrior : findByName(state, name);
  if (warrior === undefined)
    return refuse('E_WARRIOR_UNKNOWN', { warrior: name === undefined ? undefined : ref(name) });
  return isFigure(warrior) ? ok(warrior) : refuse('E_OFF_BOARD', { warrior: ref(warrior.id) });
};

/** Finds a target on the board. Refuses with E_TARGET_UNKNOWN or E_TARGET_REMOVED. */
export const requireTarget = (state: State, name: string | undefined): CheckResult<Figure> => {
  const target = name === undefined ? undefined : findByName(state, name);
  if (target === undefined) return refuse('E_TARGET_UNKNOWN', { target: name === undefined ? undefined : ref(name) });
  return isFigure(target) ? ok(target) : refuse('E_TARGET_REMOVED', { target: ref(target.id) });
};

/** Finds a hostile target on the board. Also refuses with E_TARGET_NOT_HOSTILE. DS-ATK-6, DS-GLO-8, RULING-62. */
export const requireHostileTarget = (state: State, attacker: Figure, name: string): CheckResult<Figure> => {
  const target = requireTarget(state, name);
  return target.ok && !areHostile(state, target.value, attacker)
    ? refuse('E_TARGET_NOT_HOSTILE', { target: ref(target.value.id) })
    : target;
};

/** Finds any warrior by name. Refuses with E_WARRIOR_UNKNOWN. */
export const requireCombatant = (state: State, name: string): CheckResult<Warrior> => {
  const warrior = findByName(state, name);
  return warrior === undefined ? refuse('E_WARRIOR_UNKNOWN', { warrior: ref(name) }) : ok(warrior);
};

/** Finds a seat by its name or by the name of one of its warriors. Refuses with seat-unknown. */
export const requireSeat = (state: State, name: string): CheckResult<Seat> => {
  const seat = findSeatByName(state, findByName(state, name)?.owner ?? name);
  return seat === undefined ? refuse('seat-unknown', { seat: ref(name) }) : ok(seat);
};

/** A warrior as a value for autocomplete, with its space. */
export const warriorOffer = ({ id, at }: Warrior): ParamOffer<Text> => ({
  ...combatantOffer({ id }),
  ...(at && { label: say`${ref(id)} (${formatSquare(at)})` }),
});

export const noOffers: readonly ParamOffer<Text>[] = [];

/** Limits offers to callers who control the current player. Empty for others. */
export const offersForCurrentPlayer =
  (offers: FindParamOffers<State>): FindParamOffers<State> =>
  (state, call, soFar) =>
    mayCommand(call, state.current ?? '') ? offers(state, call, soFar) : noOffers;

/** Offers every warrior on the board. */
export const offerAllFigures: FindParamOffers<State> = (state) => figuresOf(state).map(warriorOffer);

export const offerAllWarriors: FindParamOffers<State> = (state) => state.warriors.map(combatantOffer);

export const offerAllSeats: FindParamOffers<State> = (state) => state.seats.map(({ id }) => createOffer(id, ref(id)));

export const offerHostileFigures: FindParamOffers<State> = (state, call) => {
  const acting = findActingWarrior(state);
  return figuresOf(state)
    .filter((figure) => (acting ? areHostile(state, figure, acting.warrior) : !call.controls.includes(figure.owner)))
    .map(combatantOffer);
};
