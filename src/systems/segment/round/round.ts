import { z } from 'zod';
import type { RuleEvent } from '../../../rules/event.ts';
import { standingOrderForGm } from '../../../rules/expected-action.ts';
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
  event,
  find,
  order,
  type State,
  sortByTieOrder,
} from '../state.ts';
import { leftMelee, startWithdrawal } from '../withdrawal.ts';
import {
  attackSimultaneously,
  handleOvertakenAction,
  hasFreeActionsNow,
  isAttackReady,
  makeFreeMove,
  resolveSlot,
  takeFreeActions,
} from './action.ts';
import { endRound } from './round-end.ts';

export const segmentBegan = event(
  'segment-began',
  { segment: z.int() },
  {
    isRolledForAll: () => true,
    apply: (state, event) => ({ ...state, clock: { segment: event.segment, moved: false } }),
    narrate: () => undefined,
  },
);

export const startStandingOrderKind = standingOrderForGm('must start the battle');

export const resolveStandingOrderKind = standingOrderForGm('must run the segments', 'run them');

const isOpenSlot = ({ status }: ActionSlot): boolean => status === 'pending' || status === 'waiting';

const walks = (who: Combatant, segment: number): boolean =>
  hasMovementLeft(who) && (who.march?.begins ?? -99) >= segment && who.life === 'up';

const halfRoundThings = (who: Combatant): boolean =>
  (who.declaration?.options.readyShield === true && !who.shieldDone) ||
  (who.declaration?.options.drink !== undefined && !who.drunk);

/** Is there anything on this segment? */
const isSegmentBusy = (state: State, segment: number): boolean =>
  state.combatants.some(
    (who) =>
      who.initiatives.some((slot) => isOpenSlot(slot) && (slot.segment >= segment || slot.status === 'waiting')) ||
      who.casting?.goesOff === segment ||
      (segment <= 10 && segment >= 1 && walks(who, segment)) ||
      (segment === 10 && who.declaration?.options.freeMove !== undefined && hasFreeMove(who)) ||
      (segment === state.settings.halfRoundSegment && halfRoundThings(who)) ||
      ((who.declaration?.options.freeActions.length ?? 0) > who.freeActionsUsed && freeActionSegment(who) === segment),
  );

/** The last segment of a round. */
const last = -5;

/** SEG-ROUND-1, SEG-INIT-10: the next segment on which something happens, or nothing down to -5. */
const nextSegment = (state: State): number | undefined => {
  const highest = Math.max(
    10,
    ...state.combatants.flatMap(({ initiatives }) => initiatives.map(({ segment }) => segment)),
  );
  const from = state.clock === undefined ? highest : state.clock.segment - 1;
  if (from > 10) return segmentsToCheck(state, from).find((segment) => isSegmentBusy(state, segment));
  for (let segment = from; segment >= last; segment--) if (isSegmentBusy(state, segment)) return segment;
  return undefined;
};

/** From `from` down to -5, without those far up on which nothing can be due: initiative has no highest number. */
const segmentsToCheck = (state: State, from: number): readonly number[] => {
  const due = state.combatants.flatMap((who) => [
    ...who.initiatives.map(({ segment }) => segment),
    ...(who.casting === undefined ? [] : [who.casting.goesOff]),
    freeActionSegment(who),
  ]);
  const low = Array.from({ length: 16 }, (_, n) => 10 - n);
  const all = new Set([from, ...due, state.settings.halfRoundSegment, ...low]);
  return [...all].filter((segment) => segment <= from && segment >= last).toSorted((a, b) => b - a);
};

/** SEG-SHIELD-2, SEG-POTION-3, SEG-RUL-60. True: something was done. */
const halfRound = (draft: Draft, segment: number): boolean => {
  const state = draft.now();
  if (segment !== state.settings.halfRoundSegment) return false;
  for (const who of state.combatants) {
    if (who.life !== 'up' || who.stunned || who.actionsLost !== undefined) continue;
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

/**
 * SEG-ROUND-3 (1), SEG-MOVE-9, SEG-RUL-14: free moves of segment 10, free attacks on those who begin to leave, then every
 * mover's step. Attacks above 10 are over by then (SEG-WITHDRAW-6).
 */
const steps = (draft: Draft, segment: number): boolean => {
  const state = draft.now();
  if (segment > 10 || segment < 1 || state.clock?.moved !== false) return false;
  for (const { id } of state.combatants) {
    const who = find(draft.now(), id);
    if (who === undefined || who.life !== 'up') continue;
    if (segment === 10 && who.declaration?.options.freeMove !== undefined && hasFreeMove(who)) {
      makeFreeMove(draft, id);
      return true;
    }
    if (walks(who, segment) && !who.parted && who.march !== undefined) {
      startWithdrawal(draft, id, pathEnd(who.march));
      return true;
    }
  }
  const marches = [];
  let now = state;
  for (const { id } of state.combatants) {
    const who = find(now, id);
    if (who?.march === undefined || !walks(who, segment)) continue;
    const went = advanceMovement(now, who, who.march);
    const pos = went.steps.at(-1) ?? who.pos;
    now = { ...now, combatants: now.combatants.map((each) => (each.id === id ? { ...each, pos } : each)) };
    marches.push({ who: id, ...went, steps: [...went.steps] });
  }
  draft.emit(moved({ segment, marches }));
  return true;
};

/** A slot that may act now: its segment has come, and no other of the same combatant acted on it (SEG-INIT-4). */
const due = (state: State, who: Combatant, segment: number): ActionSlot | undefined => {
  if (who.initiatives.some(({ at, status }) => at === segment && status === 'done')) return undefined;
  return who.initiatives.find((slot) => {
    if (!isOpenSlot(slot)) return false;
    if (slot.status === 'pending') return slot.segment >= segment;
    return who.life !== 'up' || who.stunned || who.actionsLost !== undefined || waitIsOver(state, who, slot);
  });
};

/** SEG-ROUND-5: the target is in reach at last, gone, or there is no more movement. */
const waitIsOver = (state: State, who: Combatant, slot: ActionSlot): boolean => {
  const target = find(state, slot.target);
  const weapon = weaponOfSlot(who, slot);
  if (target?.life !== 'up' || weapon === undefined || canReach(state, who, weapon, target)) return true;
  const segment = state.clock?.segment ?? 0;
  return segment <= 0 || (segment === 1 && state.clock?.moved === true);
};

/** SEG-ROUND-3 (2): the next action of the segment, in tie order, the end of a casting among them (SEG-RUL-49). True: something was done. */
const actions = (draft: Draft, segment: number): boolean => {
  const state = draft.now();
  const order = sortByTieOrder(
    state,
    state.combatants.filter((who) => isDue(state, who, segment)),
  );
  const simultaneous = state.settings.ties === 'simultaneous';
  const acting = order.flatMap((who) => {
    const number = due(state, who, segment)?.number;
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
    if (who.casting?.goesOff === segment && who.life === 'up' && !who.stunned) {
      completeCasting(draft, who.id);
      return true;
    }
    const slot = due(state, who, segment);
    if (slot !== undefined) {
      if (slot.status === 'waiting' && who.life === 'up' && !who.stunned && stillOutOfReach(state, who, slot))
        handleOvertakenAction(draft, who, slot);
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

/** Is there anything that this one could do now? */
const isDue = (state: State, who: Combatant, segment: number): boolean =>
  who.casting?.goesOff === segment || due(state, who, segment) !== undefined || hasFreeActionsNow(state, who);

const isReady = (draft: Draft, who: Combatant, segment: number): boolean => {
  const state = draft.now();
  const slot = due(state, who, segment);
  return slot?.kind === 'attack' && isAttackReady(state, who, slot, draft.hiddenFrom(who.id));
};

const stillOutOfReach = (state: State, who: Combatant, slot: ActionSlot): boolean => {
  const target = find(state, slot.target);
  const weapon = weaponOfSlot(who, slot);
  return target === undefined || weapon === undefined || target.life !== 'up' || !canReach(state, who, weapon, target);
};

/** Section 4, SEG-ROUND-1, SEG-ROUND-2, SEG-ROUND-3, SEG-ROUND-4, SEG-ROUND-5, SEG-ROUND-6: the next thing of the round. Ends in a question, or in the next round, at last. */
const advance = (draft: Draft): void => {
  const state = draft.now();
  const segment = state.clock?.segment;
  if (segment !== undefined) {
    // SEG-RUL-15.
    const { moveBeforeActions } = state.settings;
    if (halfRound(draft, segment)) return;
    if (moveBeforeActions && steps(draft, segment)) return;
    if (actions(draft, segment)) return;
    if (!moveBeforeActions && steps(draft, segment)) return;
  }
  const next = nextSegment(state);
  if (next === undefined) endRound(draft);
  else draft.emit(segmentBegan({ segment: next }));
};

/** Does this event show that something happened? */
const happened = (event: RuleEvent | undefined): boolean =>
  event !== undefined &&
  !segmentBegan.is(event) &&
  (!moved.is(event) || event.marches.some(({ steps }) => steps.length > 0)) &&
  (!leftMelee.is(event) || event.strikers.length > 0);

/** Does it concern only those that not everybody sees? */
const concernsOnlyHidden = (event: RuleEvent, unseen: readonly string[]): boolean => {
  if (unseen.length === 0) return false;
  if (moved.is(event)) return event.marches.every(({ who, steps }) => steps.length === 0 || unseen.includes(who));
  const isUnseen = (id: unknown): boolean => unseen.some((each) => each === id);
  if (!('who' in event) || !isUnseen(event.who)) return false;
  return !('target' in event) || event.target === undefined || isUnseen(event.target);
};

/**
 * SEG-ROUND-3: the segments run on to the next thing that happens, for all to see: where the GM and the players wait for the same,
 * nobody learns from the segment it stopped at that somebody unseen did something there. Each advance counts as an event.
 */
export const advanceToNext = order({
  summary: 'Resolve the next event of the round',
  role: 'player',
  visibility: 'in-sight',
  params: z.strictObject({}),
  resolve: (draft, call) => {
    const state = draft.now();
    const phase = requirePhase(state, 'resolve');
    if (!phase.ok) return phase;
    const unseen = draft.hiddenFrom(call.actor);
    const count = createLimitCounter('events');
    let latest: RuleEvent | undefined;
    do {
      count('advance');
      const before = draft.events.length;
      advance(draft);
      latest = draft.events.slice(before).findLast((event) => !concernsOnlyHidden(event, unseen));
    } while (!happened(latest) && draft.now().pending === undefined && draft.now().phase === 'resolve');
    return doneVerdict;
  },
});

const isRunning = ({ status, phase, pending }: State): boolean =>
  status === 'active' && phase === 'resolve' && pending === undefined;

/** SEG-ROUND-1, SEG-ROUND-2, SEG-ROUND-3, SEG-ROUND-4, SEG-ROUND-5, SEG-ROUND-6: the segments run until somebody must decide, or the round is over. Each advance counts as an event. */
export const resolveSegments = order({
  summary: 'Let the segments run until a decision is needed or the round ends',
  role: 'player',
  visibility: 'in-sight',
  params: z.strictObject({}),
  resolve: (draft, _call) => {
    const state = draft.now();
    const phase = requirePhase(state, 'resolve');
    if (!phase.ok) return phase;

    const count = createLimitCounter('events');
    while (isRunning(draft.now())) {
      count('advance');
      advance(draft);
    }
    return doneVerdict;
  },
});
