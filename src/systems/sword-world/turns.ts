import { z } from 'zod';
import { ok, ref, refuse } from '../../core/message.ts';
import { effectsAfterTick } from '../../rules/effects.ts';
import { type Caller, orderAnswer, standingOrderForMove } from '../../rules/expected-action.ts';
import { doneVerdict, type FindParamOffers } from '../../rules/verb.ts';
import { requireCommandedUnit } from './checks.ts';
import {
  ableBodies,
  endedEffectSchema,
  isBodyAble,
  isUnitAble,
  listEndedEffects,
  refuseUnable,
  unableReason,
  withoutEffects,
} from './conditions.ts';
import { changedGmEffects, gmEffectsSchema } from './effects.ts';
import { attacksOf, hasMajorActionLeft, mayStillAct } from './natural-attacks.ts';
import { isMonster, isMount, otherSide, riderAndMountOf } from './relations.ts';
import type { Side } from './sheet.ts';
import {
  type CheckResult,
  type Draft,
  event,
  type Offers,
  type OrderOf,
  order,
  type State,
  type Turn,
  turnSchema,
  type Unit,
  unitOrThingId,
} from './state.ts';
import { find, findByName, requireUnit, update } from './units.ts';

const turnsSchema = z.array(z.strictObject({ unit: unitOrThingId, turn: turnSchema }));

/** A unit’s turn begins, together with its mount’s turn. The log does not mention it. SW-ROUND-7. */
export const turnBegan = event('turn-began', {
  facts: { who: unitOrThingId, turns: turnsSchema, ended: z.array(endedEffectSchema), gmEffects: gmEffectsSchema },
  apply: (state, { who: lead, turns, ended, gmEffects }) => {
    const turned = turns.reduce(
      (next, { unit, turn }) =>
        update(next, unit, ({ retreat, offer }) => ({
          turn,
          retreat: retreat === 'declared' ? 'ready' : retreat,
          ...(offer && { offer: { ...offer, lastTurn: true } }),
        })),
      withoutEffects(state, ended),
    );
    return { ...turned, open: lead, effects: gmEffects ?? state.effects };
  },
});

/** Units use up parts of their turns. The log does not mention it. SW-ACT-2. */
export const actionsSpent = event('spent', {
  facts: { turns: turnsSchema },
  apply: (state, { turns }) => turns.reduce((next, { unit, turn }) => update(next, unit, () => ({ turn })), state),
});

export const turnStandingOrderKind = standingOrderForMove('must act', 'take the best action', {
  end: orderAnswer('end the turn', 'end'),
});

export const actingSide = (state: State): Side | undefined =>
  state.winner && (state.phase === 'winner' ? state.winner : otherSide(state.winner));

/** True in round 1 for a unit in the Frontline of the side that won initiative. SW-PLACE-5. */
export const isRestricted = ({ round, settings, restricted }: State, { id }: Unit): boolean =>
  round === 1 && settings.mode === 'simplified' && restricted.includes(id);

/** Facts of a refusal: why a unit that did not move is restricted. Empty if it is not. SW-PLACE-5, SW-MOUNT-18. */
export const restrictionFacts = (state: State, unit: Unit) => ({
  ...(isRestricted(state, unit) && { restricted: ref(unit.id) }),
  ...(unit.carried && { carried: ref(unit.id) }),
});

/** A new turn of a unit, with the restrictions that apply to it. SW-ROUND-7, SW-PLACE-5, SW-MOUNT-18. */
export const freshTurn = (state: State, unit: Unit): Turn => {
  const moveType = isRestricted(state, unit) ? 'normal' : unit.carried;
  return {
    ...(moveType && { moveType }),
    movementDone: moveType !== undefined,
    majors: [],
    feats: [],
    checksRolled: false,
    mountUsed: false,
    lockLimited: false,
    stoodUp: false,
  };
};

/** The unit whose turn it is: for a ridden mount the rider, else the unit itself. SW-MOUNT-3. */
export const turnHolder = (state: State, unit: Unit): Unit => {
  const rider = isMount(unit) ? find(state, unit.rider) : undefined;
  return rider !== undefined && isUnitAble(rider) ? rider : unit;
};

/** True unless the unit is a mount: its turn is its rider’s. A riderless one of the enemies has its own. SW-MOUNT-17. */
export const hasOwnTurn = (state: State, unit: Unit): boolean =>
  !isMount(unit) || (isMonster(unit) && turnHolder(state, unit).id === unit.id);

/** Refuses if the unit cannot begin its turn now. SW-ROUND-7. */
const mayBegin = (state: State, who: Unit): CheckResult<Unit> => {
  const unit = turnHolder(state, who);
  if (state.stage !== 'combat') return refuse('E_NOT_NOW', { why: 'no round is running' });
  if (unit.side !== actingSide(state)) return refuse('E_NOT_YOUR_PHASE');
  if (unit.acted) return refuse('E_ALREADY_ACTED', { unit: ref(unit.id) });
  if (state.open !== undefined)
    return refuse('E_TURN_IN_PROGRESS', { [state.open === unit.id ? 'unit' : 'other']: ref(state.open) });
  return isUnitAble(unit) ? ok(unit) : refuseUnable(unit);
};

const beginTurn = (draft: Draft, unit: Unit): void => {
  const state = draft.now();
  const both = riderAndMountOf(state, unit);
  draft.emit(
    turnBegan({
      who: unit.id,
      turns: both.map((each) => ({ unit: each.id, turn: freshTurn(state, each) })),
      ended: listEndedEffects(both, ({ until }) => until === 'nextTurn'),
      ...changedGmEffects(state.effects, effectsAfterTick(state.effects, 'start', unit.id).left),
    }),
  );
};

/** Begins the unit’s turn if it is not open. Refuses if the turn may not begin. SW-ROUND-4. */
const ensureTurnOpen = (draft: Draft, who: Unit): CheckResult<Unit> => {
  const lead = turnHolder(draft.now(), who);
  if (draft.now().open !== lead.id) {
    const begins = mayBegin(draft.now(), who);
    if (!begins.ok) return begins;
    beginTurn(draft, begins.value);
  }
  return ok(requireUnit(draft.now(), who.id));
};

/** The unit that an order is for. Begins the unit’s turn if necessary. SW-ROUND-7. */
export const requireActingUnit = (draft: Draft, call: Caller): CheckResult<Unit> => {
  const unit = requireCommandedUnit(draft.now(), call);
  return unit.ok ? ensureTurnOpen(draft, unit.value) : unit;
};

/** Returns a function that declares orders of players; `requireUnitOf` finds the unit of each order. */
const bindUnitOrder =
  (requireUnitOf: (draft: Draft, call: Caller) => CheckResult<Unit>) =>
  <Params extends z.ZodObject>({
    act,
    ...declared
  }: Omit<OrderOf<Params>, 'role' | 'resolve'> & {
    readonly act: (
      draft: Draft,
      unit: Unit,
      params: z.output<Params>,
      call: Caller,
    ) => ReturnType<OrderOf<Params>['resolve']>;
  }) =>
    order<Params>({
      ...declared,
      role: 'player',
      resolve: (draft, call, params) => {
        const unit = requireUnitOf(draft, call);
        return unit.ok ? act(draft, unit.value, params, call) : unit;
      },
    });

/** Declares a player’s order for the unit’s turn, and begins the turn if necessary. SW-ROUND-7. */
export const turnOrder = bindUnitOrder(requireActingUnit);
/** Declares a player’s order that the unit may get outside its turn. */
export const unitOrder = bindUnitOrder((draft, call) => requireCommandedUnit(draft.now(), call));

/** The unit that an order is for, as it would be in its turn. Undefined if the name is unknown. */
export const findCommandedInTurn = (state: State, call: Caller): Unit | undefined => {
  const unit = findByName(state, call.actor);
  return unit === undefined || unit.turn !== undefined ? unit : { ...unit, turn: freshTurn(state, unit) };
};

/** Declares offers that depend on the unit of the order, as it would be in its turn. */
export const offersFor =
  (find: (state: State, unit: Unit, soFar: Readonly<Record<string, unknown>>) => Offers): FindParamOffers<State> =>
  (state, call, soFar) => {
    const unit = findCommandedInTurn(state, call);
    return unit === undefined ? [] : find(state, unit, soFar);
  };

/** Finds a section of the unit by short or full name. Default: the first section that may still act. */
export const findOwnSection = (unit: Unit, name: string | undefined) =>
  name === undefined
    ? (unit.bodies.find((body) => mayStillAct(unit, body) && attacksOf(body).length > 0) ??
      ableBodies(unit)[0] ??
      unit.bodies[0])
    : unit.bodies.find(({ id }) =>
        [name, `${unit.id}.${name}`].some((each) => each.toLowerCase() === id.toLowerCase()),
      );

/** The open turn of a unit. If no turn is open: a new turn. */
export const turnOf = (state: State, unit: Unit): Turn => unit.turn ?? freshTurn(state, unit);

/** Requires a Major Action that the body may use. SW-ACT-3, SW-ACT-4, SW-ATK-12, SW-MULTI-2, SW-ACT-1, SW-RUL-86. */
export const requireMajorAction = (state: State, unit: Unit, body: string): CheckResult<Turn> => {
  const turn = turnOf(state, unit);
  const own = unit.bodies.find(({ id }) => id === body);
  if (!isUnitAble(unit) || (own && !isBodyAble(unit, own)))
    return refuse('E_CANNOT_ACT', { unit: ref(own?.id ?? unit.id), reason: unableReason(unit) });
  if (!hasMajorActionLeft(own ?? {}, body, turn)) return refuse('E_MAJOR_ALREADY_USED');
  return turn.moveType === 'full' ? refuse('E_MAJOR_AFTER_FULL_MOVE', restrictionFacts(state, unit)) : ok(turn);
};

/** Refuses if the unit may not take a Minor Action now. SW-ACT-5, SW-ACT-6. */
export const requireMinorAction = (state: State, unit: Unit, afterFull = false): CheckResult<Turn> => {
  const turn = turnOf(state, unit);
  if (!isUnitAble(unit)) return refuseUnable(unit);
  return turn.moveType === 'full' && !afterFull ? refuse('E_MINOR_AFTER_FULL_MOVE') : ok(turn);
};

/** Refuses if the unit may not handle weapons now. SW-ACT-10. */
export const requireWeaponHandling = (state: State, unit: Unit, afterFull = false): CheckResult<Turn> => {
  const turn = requireMinorAction(state, unit, afterFull);
  if (!turn.ok) return turn;
  return turn.value.majors.length > 0 ? refuse('E_WEAPON_MINOR_AFTER_MAJOR') : turn;
};

/** Changes the record of what a unit has done in its turn. */
export const recordTurnUse = (draft: Draft, id: string, change: Partial<Turn>): void => {
  const turn = turnOf(draft.now(), requireUnit(draft.now(), id));
  draft.emit(actionsSpent({ turns: [{ unit: id, turn: { ...turn, ...change } }] }));
};

/** Spends a Major Action. Afterwards rider and mount can only make a Limited Move. SW-ACT-2, SW-MOUNT-2, SW-RUL-16. */
export const spendMajorAction = (draft: Draft, id: string, body: string, more: Partial<Turn> = {}): void => {
  const state = draft.now();
  const unit = requireUnit(state, id);
  const turns = riderAndMountOf(state, unit)
    .filter((each) => each.id === id || each.turn !== undefined)
    .map((each) => {
      const turn = turnOf(state, each);
      const own = each.id === id ? { majors: [...turn.majors, body], ...more } : {};
      return { unit: each.id, turn: { ...turn, moveType: turn.moveType ?? 'limited', ...own } };
    });
  draft.emit(actionsSpent({ turns }));
};

/** Begins the unit’s turn. Any action of the unit does this too. SW-ROUND-7. */
export const begin = unitOrder({
  summary: 'Begin the turn of a unit',
  command: 'start-turn',
  act: (draft, unit) => {
    const may = mayBegin(draft.now(), unit);
    if (!may.ok) return may;
    beginTurn(draft, may.value);
    return doneVerdict;
  },
});
