import { z } from 'zod';
import type { RuleEvent } from '../../../rules/event.ts';
import { createLimitCounter } from '../../../rules/order-limits.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { completeCasting } from '../casting.ts';
import { requirePhase } from '../checks.ts';
import { canReach, weaponOfSlot } from '../contingency/question.ts';
import { drank, shieldReadied } from '../equipment.ts';
import { freeActionSegment } from '../initiative.ts';
import { advanceMovement, hasFreeMove, hasMovementLeft, moved, pathEnd } from '../movement.ts';
import {
  type ActionSlot,
  type Combatant,
  type Draft,
  find,
  isAble,
  isSlotOpen,
  order,
  roundEvent,
  type State,
  sortByTieOrder,
  update,
} from '../state.ts';
import { leftMelee, startWithdrawal } from '../withdrawal.ts';
import {
  attackSimultaneously,
  hasFreeActionsNow,
  isAttackReady,
  makeFreeMove,
  replaceLostTarget,
  resolveSlot,
  takeFreeActions,
  unableReason,
} from './action.ts';
import { endRound } from './round-end.ts';

export const segmentBegan = roundEvent('segment-began', {
  facts: { segment: z.int() },
  apply: (state, event) => ({ ...state, clock: { segment: event.segment, moved: false } }),
});

const isMovingOn = (who: Combatant, segment: number): boolean =>
  hasMovementLeft(who) && (who.march?.begins ?? -99) >= segment && who.life === 'up';

const hasHalfRoundAction = (who: Combatant): boolean =>
  (who.declaration?.options.readyShield === true && !who.shieldDone) ||
  (who.declaration?.options.drink !== undefined && !who.drunk);

/** True if a combatant has something to do on this segment. */
const isSegmentBusy = (state: State, segment: number): boolean =>
  state.combatants.some(
    (who) =>
      who.initiatives.some((slot) => isSlotOpen(slot) && (slot.segment >= segment || slot.status === 'waiting')) ||
      who.casting?.goesOff === segment ||
      (segment <= 10 && segment >= 1 && isMovingOn(who, segment)) ||
      (segment === 10 && who.declaration?.options.freeMove !== undefined && hasFreeMove(who)) ||
      (segment === state.settings.halfRoundSegment && hasHalfRoundAction(who)) ||
      ((who.declaration?.options.freeActions.length ?? 0) > who.freeActionsUsed && freeActionSegment(who) === segment),
  );

const lastSegment = -5;

/** The next segment on which something happens. Undefined if none is left. SEG-ROUND-1, SEG-INIT-10. */
const nextSegment = (state: State): number | undefined => {
  const rolled = () => state.combatants.flatMap(({ initiatives }) => initiatives.map(({ segment }) => segment));
  const from = state.clock === undefined ? Math.max(10, ...rolled()) : state.clock.segment - 1;
  if (from > 10) {
    // Initiative has no maximum, so above 10 only segments with an action are checked.
    const dueSegments = state.combatants.flatMap((who) => [freeActionSegment(who), who.casting?.goesOff ?? from]);
    const high = [from, ...rolled(), ...dueSegments].filter((segment) => segment <= from && segment > 10);
    const busy = high.toSorted((a, b) => b - a).find((segment) => isSegmentBusy(state, segment));
    if (busy !== undefined) return busy;
  }
  for (let segment = Math.min(from, 10); segment >= lastSegment; segment--)
    if (isSegmentBusy(state, segment)) return segment;
  return undefined;
};

/** Readies one shield or drinks one potion. True if a combatant did either. SEG-SHIELD-2, SEG-POTION-3, SEG-RUL-60. */
const takeHalfRoundAction = (draft: Draft, segment: number): boolean => {
  const state = draft.now();
  if (segment !== state.settings.halfRoundSegment) return false;
  for (const who of state.combatants) {
    if (unableReason(who) !== undefined) continue;
    const { drink, readyShield } = who.declaration?.options ?? {};
    if (readyShield === true && !who.shieldDone) {
      draft.emit(shieldReadied({ who: who.id, segment }));
      return true;
    }
    if (drink !== undefined && !who.drunk && who.potions.includes(drink.potion)) {
      draft.emit(drank({ who: who.id, potion: drink.potion, segment }));
      return true;
    }
  }
  return false;
};

/** Makes a free move or withdrawal, or moves everyone. False if none moves. SEG-MOVE-9, SEG-RUL-14, SEG-WITHDRAW-6. */
const moveEveryone = (draft: Draft, segment: number): boolean => {
  const state = draft.now();
  if (segment > 10 || segment < 1 || state.clock?.moved !== false) return false;
  for (const { id } of state.combatants) {
    const who = find(draft.now(), id);
    if (who === undefined || who.life !== 'up') continue;
    if (segment === 10 && who.declaration?.options.freeMove !== undefined && hasFreeMove(who)) {
      makeFreeMove(draft, id);
      return true;
    }
    if (isMovingOn(who, segment) && !who.parted && who.march !== undefined) {
      startWithdrawal(draft, id, pathEnd(who.march));
      return true;
    }
  }
  const marches = [];
  let now = state;
  for (const { id } of state.combatants) {
    const who = find(now, id);
    if (who?.march === undefined || !isMovingOn(who, segment)) continue;
    const went = advanceMovement(now, who, who.march);
    now = update(now, id, ({ pos }) => ({ pos: went.steps.at(-1) ?? pos }));
    marches.push({ who: id, ...went });
  }
  draft.emit(moved({ segment, marches }));
  return true;
};

/** The combatant’s action due now, at most one per segment. Undefined if no action is due. SEG-INIT-4. */
const findDueAction = (state: State, who: Combatant, segment: number): ActionSlot | undefined => {
  if (who.initiatives.some(({ at, status }) => at === segment && status === 'done')) return undefined;
  return who.initiatives.find((slot) => {
    if (!isSlotOpen(slot)) return false;
    if (slot.status === 'pending') return slot.segment >= segment;
    return unableReason(who) !== undefined || isWaitOver(state, who, slot);
  });
};

/** True if a waiting attack must wait no longer: target in reach or down, or movement over. SEG-ROUND-5. */
const isWaitOver = (state: State, who: Combatant, slot: ActionSlot): boolean => {
  const target = find(state, slot.target);
  const weapon = weaponOfSlot(who, slot);
  if (target?.life !== 'up' || weapon === undefined || canReach(state, who, weapon, target)) return true;
  const segment = state.clock?.segment ?? 0;
  return segment <= 0 || (segment === 1 && state.clock?.moved === true);
};

/** Resolves the next action or spell of the segment, in tie order. False if none was left. SEG-RUL-49. */
const takeNextAction = (draft: Draft, segment: number): boolean => {
  const state = draft.now();
  const order = sortByTieOrder(
    state,
    state.combatants.filter((who) => isDue(state, who, segment)),
  );
  const simultaneous = state.settings.ties === 'simultaneous';
  const acting = order.flatMap((who) => {
    const number = findDueAction(state, who, segment)?.number;
    return number === undefined ? [] : [{ who, number }];
  });
  if (simultaneous && acting.length > 1 && acting.every(({ who }) => isReady(draft, who, segment))) {
    attackSimultaneously(
      draft,
      acting.map(({ who, number }) => ({ who: who.id, number })),
    );
    return true;
  }
  const sorted = simultaneous
    ? order.toSorted((a, b) => Number(isReady(draft, a, segment)) - Number(isReady(draft, b, segment)))
    : order;
  for (const who of sorted) {
    if (who.casting?.goesOff === segment && isAble(who)) {
      completeCasting(draft, who.id);
      return true;
    }
    const slot = findDueAction(state, who, segment);
    if (slot !== undefined) {
      if (slot.status === 'waiting' && isAble(who) && isStillOutOfReach(state, who, slot))
        replaceLostTarget(draft, who, slot);
      else resolveSlot(draft, who.id, slot.number);
      return true;
    }
    if (hasFreeActionsNow(state, who)) {
      takeFreeActions(draft, who.id);
      return true;
    }
  }
  return false;
};

/** True if the combatant has something to do on this segment. */
const isDue = (state: State, who: Combatant, segment: number): boolean =>
  who.casting?.goesOff === segment || findDueAction(state, who, segment) !== undefined || hasFreeActionsNow(state, who);

const isReady = (draft: Draft, who: Combatant, segment: number): boolean => {
  const state = draft.now();
  const slot = findDueAction(state, who, segment);
  return slot?.kind === 'attack' && isAttackReady(state, who, slot, draft.hiddenFrom(who.id));
};

const isStillOutOfReach = (state: State, who: Combatant, slot: ActionSlot): boolean => {
  const target = find(state, slot.target);
  const weapon = weaponOfSlot(who, slot);
  return weapon === undefined || target?.life !== 'up' || !canReach(state, who, weapon, target);
};

/** Resolves the next event of the round. SEG-ROUND-1, SEG-ROUND-2, SEG-ROUND-3, SEG-ROUND-4, SEG-ROUND-6. */
const advance = (draft: Draft): void => {
  const state = draft.now();
  const segment = state.clock?.segment;
  if (segment !== undefined) {
    // SEG-RUL-15.
    const { moveBeforeActions } = state.settings;
    if (takeHalfRoundAction(draft, segment)) return;
    if (moveBeforeActions && moveEveryone(draft, segment)) return;
    if (takeNextAction(draft, segment)) return;
    if (!moveBeforeActions && moveEveryone(draft, segment)) return;
  }
  const next = nextSegment(state);
  if (next === undefined) endRound(draft);
  else draft.emit(segmentBegan({ segment: next }));
};

/** True if the event is more than the start of a segment or a movement without steps. */
const isNoteworthy = (event: RuleEvent | undefined): boolean =>
  event !== undefined &&
  !segmentBegan.is(event) &&
  (!moved.is(event) || event.marches.some(({ steps }) => steps.length > 0)) &&
  (!leftMelee.is(event) || event.freeAttackers.length > 0);

/** True if the event concerns only hidden combatants. */
const concernsOnlyHidden = (event: RuleEvent, unseen: readonly string[]): boolean => {
  if (unseen.length === 0) return false;
  if (moved.is(event)) return event.marches.every(({ who, steps }) => steps.length === 0 || unseen.includes(who));
  const isUnseen = (id: unknown): boolean => unseen.some((each) => each === id);
  if (!('who' in event) || !isUnseen(event.who)) return false;
  return !('target' in event) || event.target === undefined || isUnseen(event.target);
};

const isRunning = ({ status, phase, pending }: State): boolean =>
  status === 'active' && phase === 'resolve' && pending === undefined;

/** Creates an order that advances the round until a question, the round’s end, or an event that passes `isEnough`. */
const runSegments = (summary: string, isEnough: (latest: RuleEvent | undefined) => boolean) =>
  order({
    summary,
    role: 'player',
    visibility: 'in-sight',
    requires: (state) => requirePhase(state, 'resolve'),
    resolve: (draft, call) => {
      const unseen = draft.hiddenFrom(call.actor);
      const count = createLimitCounter('events');
      let latest: RuleEvent | undefined;
      do {
        count('advance');
        const before = draft.events.length;
        advance(draft);
        latest = draft.events.slice(before).findLast((event) => !concernsOnlyHidden(event, unseen));
      } while (isRunning(draft.now()) && !isEnough(latest));
      return doneVerdict;
    },
  });

/** Advances to the next visible event, since stopping at a hidden event would reveal it. SEG-ROUND-3. */
export const advanceToNext = runSegments('Resolve the next event of the round', isNoteworthy);

/** Runs segments until someone must decide or the round ends. SEG-ROUND-2, SEG-ROUND-4, SEG-ROUND-5, SEG-ROUND-6. */
export const resolveSegments = runSegments(
  'Let the segments run until a decision is needed or the round ends',
  () => false,
);
