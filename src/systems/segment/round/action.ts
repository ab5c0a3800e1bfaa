import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { line } from '../../../rules/event.ts';
import { attackDelayed, resolveAttack, resolveHit, rollAttack, type WeaponAttack } from '../attack.ts';
import { scheduleMovementAfterAttack } from '../attack-and-move.ts';
import { beginCasting } from '../casting.ts';
import {
  actionLost,
  canReach,
  isWeaponStillHeld,
  mayChooseAgain,
  mayWaitForTarget,
  questionAsked,
  turnToReplacement,
  weaponOfSlot,
} from '../contingency/question.ts';
import { feetBetween, isOccupied, isOnBoard } from '../engagement.ts';
import { freeActionTaken, handsAfterRearming, rearmed, weaponDroppedBy } from '../equipment.ts';
import { giveFirstAid } from '../first-aid.ts';
import { freeActionSegment } from '../initiative.ts';
import { freeMoved, hasFreeMove } from '../movement.ts';
import { prefixSegment } from '../rows.ts';
import {
  type ActionSlot,
  type Combatant,
  combatantId,
  type Draft,
  event,
  find,
  isAble,
  type State,
  updateSlot,
} from '../state.ts';
import { startWithdrawal } from '../withdrawal.ts';

const segmentNow = (state: State): number => state.clock?.segment ?? 0;

/** Whether the attack could simply be rolled now. */
export const isAttackReady = (state: State, who: Combatant, slot: ActionSlot, unseen: readonly string[]): boolean => {
  const weapon = weaponOfSlot(who, slot);
  const target = find(state, slot.target);
  return (
    isAble(who) &&
    who.actionsLost === undefined &&
    weapon !== undefined &&
    isWeaponStillHeld(who, slot) &&
    target?.life === 'up' &&
    canReach(state, who, weapon, target) &&
    !mayChooseAgain(state, who, slot, unseen)
  );
};

const lose = (draft: Draft, who: string, { number, kind }: ActionSlot, why: string): void => {
  draft.emit(actionLost({ who, number, segment: segmentNow(draft.now()), kind, why }));
  scheduleMovementAfterAttack(draft, who);
};

/** Why an action cannot be done at all, SEG-DECL-8, SEG-DMG-5, SEG-NOMOVE-4. */
const unableReason = ({ life, stunned, actionsLost }: Combatant): string | undefined =>
  life !== 'up' ? life : stunned ? 'stunned' : actionsLost;

/** An action whose segment has come. */
export const resolveSlot = (draft: Draft, who: string, number: number): void => {
  const before = find(draft.now(), who);
  const slot = before?.initiatives.find((each) => each.number === number);
  if (before === undefined || slot === undefined) return;
  const why = unableReason(before);
  if (why !== undefined) {
    lose(draft, who, slot, why);
    return;
  }
  if (prepareAction(draft, who)) return;
  switch (slot.kind) {
    case 'attack':
      attackComesUp(draft, who, number);
      break;
    case 'cast':
      beginCasting(draft, who, slot);
      break;
    case 'first-aid':
      giveFirstAid(draft, who, slot);
      break;
    case 'other': {
      const says = before.declaration?.text ?? 'acts';
      draft.emit(otherActionTaken({ who, says, segment: segmentNow(draft.now()) }));
    }
  }
};

/** SEG-HIT-5, SEG-ROUND-5, SEG-DECL-9. */
const attackComesUp = (draft: Draft, who: string, number: number): void => {
  const state = draft.now();
  const attacker = find(state, who);
  const slot = attacker?.initiatives.find((each) => each.number === number);
  if (attacker === undefined || slot === undefined) return;
  const weapon = weaponOfSlot(attacker, slot);
  const target = find(state, slot.target);
  const segment = segmentNow(state);
  if (weapon === undefined || !isWeaponStillHeld(attacker, slot)) lose(draft, who, slot, 'weapon');
  else if (target?.life !== 'up') handleOvertakenAction(draft, attacker, slot);
  else if (canReach(state, attacker, weapon, target)) {
    if (mayChooseAgain(state, attacker, slot, draft.hiddenFrom(who)))
      draft.emit(questionAsked({ pending: { kind: 'choose-again', who, number, target: target.id, segment } }));
    else attackWithSlot(draft, who, number);
  } else if (mayWaitForTarget(state, attacker, slot))
    draft.emit(attackDelayed({ who, number, target: target.id, segment }));
  else handleOvertakenAction(draft, attacker, slot);
};

/** SEG-DECL-7, SEG-RUL-3: asks, turns to another, or is lost with no die. */
export const handleOvertakenAction = (draft: Draft, attacker: Combatant, slot: ActionSlot): void => {
  const outcome = turnToReplacement(draft, attacker, slot, segmentNow(draft.now()));
  if (outcome === 'lost') lose(draft, attacker.id, slot, 'no target');
  if (outcome === 'turned') attackWithSlot(draft, attacker.id, slot.number);
};

export const otherActionTaken = event(
  'did-other',
  { who: combatantId, says: z.string(), segment: z.int() },
  {
    isRolledForAll: () => true,
    apply: (state, event) => updateSlot(state, event.who, 1, { status: 'done', at: event.segment }),
    narrate: ({ who, segment, says }) =>
      line(prefixSegment(segment, say`${ref(who)}: ${says}. The GM decides what happens.`)),
  },
);

const handOf = ({ hand, offHand }: Combatant, { weapon, hand: which }: ActionSlot): 'main' | 'off' =>
  which === 'off' || (weapon === offHand && weapon !== hand) ? 'off' : 'main';

/** The blow of a listed attack, where attacker, weapon and target are still there. */
const strikeOf = (state: State, who: string, number: number): WeaponAttack | undefined => {
  const attacker = find(state, who);
  const slot = attacker?.initiatives.find((each) => each.number === number);
  const weapon = attacker && slot && weaponOfSlot(attacker, slot);
  if (attacker === undefined || slot?.target === undefined || weapon === undefined) return undefined;
  const segment = state.clock?.segment ?? 0;
  return { who, target: slot.target, weapon, hand: handOf(attacker, slot), segment, number };
};

/** Section 6 for a listed attack, and what follows it at once: attack and move, a push. */
export const attackWithSlot = (draft: Draft, who: string, number: number): void => {
  const strike = strikeOf(draft.now(), who, number);
  const attacked = strike && resolveAttack(draft.now(), strike, draft.dice);
  if (attacked === undefined) return;
  draft.emit(attacked);
  scheduleMovementAfterAttack(draft, who);
  if (attacked.use === 'melee') askPush(draft, who, attacked.target);
};

/** SEG-DEF-8. */
const askPush = (draft: Draft, who: string, on: string): void => {
  const state = draft.now();
  const target = find(state, on);
  const may =
    state.pending === undefined &&
    state.settings.contingency !== 'auto' &&
    target?.life === 'up' &&
    target.defending?.kind === 'desperate' &&
    !target.pushedBy.includes(who);
  if (may) draft.emit(questionAsked({ pending: { kind: 'push', who, on } }));
};

/** SEG-RUL-13, ties simultaneous: every attack of the segment is rolled before any result is applied. */
export const attackSimultaneously = (
  draft: Draft,
  blows: readonly { readonly who: string; readonly number: number }[],
): void => {
  for (const { who } of blows) if (prepareAction(draft, who)) return;
  const before = draft.now();
  const rolled = blows.flatMap(({ who, number }) => {
    const strike = strikeOf(before, who, number);
    return (strike && rollAttack(before, strike, draft.dice)) ?? [];
  });
  for (const each of rolled) draft.emit(resolveHit(draft.now(), each, draft.dice));
  for (const { who } of rolled) scheduleMovementAfterAttack(draft, who);
};

/** SEG-FREE-2: free actions come just before the first action. */
export const takeFreeActions = (draft: Draft, who: string): void => {
  const found = find(draft.now(), who);
  if (found === undefined || !isAble(found)) return;
  const { freeActions = [], draw = [] } = found.declaration?.options ?? {};
  for (const says of freeActions.slice(found.freeActionsUsed)) {
    const dropped = weaponDroppedBy(find(draft.now(), who) ?? found, says, draw.length > 0);
    draft.emit(freeActionTaken({ who, says, ...(dropped !== undefined && { drops: dropped }) }));
  }
};

/** SEG-FREE-2: without an action of its own, at its segment all the same. */
export const hasFreeActionsNow = (state: State, who: Combatant): boolean =>
  isAble(who) &&
  (who.declaration?.options.freeActions.length ?? 0) > who.freeActionsUsed &&
  who.initiatives.every(({ status }) => status === 'carried' || status === 'lost') &&
  freeActionSegment(who) === state.clock?.segment;

/** SEG-RUL-59: sheathing and drawing are done when the first attack comes; SEG-PICK-3. */
const rearm = (draft: Draft, who: string): void => {
  const found = find(draft.now(), who);
  const declared = found?.declaration;
  if (found === undefined || declared === undefined || found.rearmed) return;
  const { draw, sheathe } = declared.options;
  const pickedUp = declared.main === 'pick-up' && found.pickDegree === 1 ? declared.weapon : undefined;
  if (draw.length === 0 && sheathe.length === 0 && pickedUp === undefined) return;
  draft.emit(
    rearmed({
      who,
      ...handsAfterRearming(found, declared.options, pickedUp),
      drawn: draw.map(({ weapon }) => weapon),
      sheathed: [...sheathe],
      ...(pickedUp !== undefined && { pickedUp }),
    }),
  );
};

/** Free actions, an early free move (SEG-RUL-55) and drawing, before an action. True: it cannot go on now. */
const prepareAction = (draft: Draft, who: string): boolean => {
  takeFreeActions(draft, who);
  if ((draft.now().clock?.segment ?? 0) > 10 && makeFreeMove(draft, who)) return true;
  rearm(draft, who);
  const after = find(draft.now(), who);
  return after === undefined || !isAble(after);
};

/** SEG-MOVE-5, SEG-RUL-17, SEG-RUL-55: the declared free move; the prone spend it standing up. True: a question is open. */
export const makeFreeMove = (draft: Draft, who: string): boolean => {
  const found = find(draft.now(), who);
  const to = found?.declaration?.options.freeMove;
  if (found === undefined || to === undefined || !hasFreeMove(found)) return false;
  if (found.prone) {
    draft.emit(freeMoved({ who, stoodUp: true }));
    return false;
  }
  const open = isOnBoard(draft.now(), to) && !isOccupied(draft.now(), to, who);
  if (found.pos === undefined || feetBetween(found.pos, to) > 5 || !open) {
    draft.emit(freeMoved({ who, stoodUp: false }));
    return false;
  }
  if (!found.parted && startWithdrawal(draft, who, to)) return true;
  const after = find(draft.now(), who);
  if (after !== undefined && hasFreeMove(after)) draft.emit(freeMoved({ who, to, stoodUp: false }));
  return false;
};
