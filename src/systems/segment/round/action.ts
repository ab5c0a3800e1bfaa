import { z } from 'zod';
import { maskedRef, ref, say, term } from '../../../core/message.ts';
import { line } from '../../../rules/event.ts';
import { attackDelayed, resolveAttack, resolveHit, rollAttack, type WeaponAttack } from '../attack.ts';
import { rollPercent } from '../attribute-checks.ts';
import { beginCasting } from '../casting.ts';
import {
  actionLost,
  canReach,
  findReplacementTarget,
  isWeaponStillHeld,
  mayChooseAgain,
  mayWaitForTarget,
  questionAsked,
  weaponOfSlot,
} from '../contingency/question.ts';
import { feetBetween, isOccupied, isOnBoard, isWithinFeet } from '../engagement.ts';
import { freeActionTaken, handsAfterRearming, rearmed, weaponDroppedBy } from '../equipment.ts';
import { freeActionSegment } from '../initiative.ts';
import { freeMoved, hasFreeMove } from '../movement.ts';
import { missileKinds } from '../sheet.ts';
import {
  type ActionSlot,
  type Combatant,
  type Draft,
  event,
  find,
  isAble,
  percentRollSchema,
  roundEvent,
  type State,
  slotOf,
  sumPart,
  update,
  updateSlot,
} from '../state.ts';
import { percentRowsFor, prefixSegment } from '../visibility.ts';
import { scheduleMovementAfterAttack, startWithdrawal } from '../withdrawal.ts';

const segmentNow = (state: State): number => state.clock?.segment ?? 0;

/** True if the attack can be rolled now, without a question to a player first. */
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

const loseAction = (draft: Draft, who: string, { number, kind }: ActionSlot, why: string): void => {
  draft.emit(actionLost({ who, number, segment: segmentNow(draft.now()), kind, why }));
  scheduleMovementAfterAttack(draft, who);
};

/** Why a combatant cannot act. Undefined if it can. SEG-DECL-8, SEG-DMG-5, SEG-NOMOVE-4. */
export const unableReason = ({ life, stunned, actionsLost }: Combatant): string | undefined =>
  life !== 'up' ? life : stunned ? 'stunned' : actionsLost;

/** Resolves one attack or other action on its segment. */
export const resolveSlot = (draft: Draft, who: string, number: number): void => {
  const before = find(draft.now(), who);
  const slot = slotOf(before, number);
  if (before === undefined || slot === undefined) return;
  const why = unableReason(before);
  if (why !== undefined) loseAction(draft, who, slot, why);
  if (why !== undefined || prepareAction(draft, who)) return;
  switch (slot.kind) {
    case 'attack':
      resolveAttackSlot(draft, who, number);
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

/** Makes a listed attack, lets the attack wait, asks about it, or loses it. SEG-HIT-5, SEG-ROUND-5, SEG-DECL-9. */
const resolveAttackSlot = (draft: Draft, who: string, number: number): void => {
  const state = draft.now();
  const attacker = find(state, who);
  const slot = slotOf(attacker, number);
  if (attacker === undefined || slot === undefined) return;
  const weapon = weaponOfSlot(attacker, slot);
  const target = find(state, slot.target);
  const segment = segmentNow(state);
  if (weapon === undefined || !isWeaponStillHeld(attacker, slot)) loseAction(draft, who, slot, 'weapon');
  else if (target?.life !== 'up') replaceLostTarget(draft, attacker, slot);
  else if (canReach(state, attacker, weapon, target)) {
    if (mayChooseAgain(state, attacker, slot, draft.hiddenFrom(who)))
      draft.emit(questionAsked({ pending: { kind: 'choose-again', who, number, target: target.id, segment } }));
    else attackWithSlot(draft, who, number);
  } else if (mayWaitForTarget(state, attacker, slot))
    draft.emit(attackDelayed({ who, number, target: target.id, segment }));
  else replaceLostTarget(draft, attacker, slot);
};

/** Asks for another target, attacks the nearest other target, or loses the action. SEG-DECL-7, SEG-RUL-3. */
export const replaceLostTarget = (draft: Draft, attacker: Combatant, slot: ActionSlot): void => {
  const outcome = findReplacementTarget(draft, attacker, slot, segmentNow(draft.now()));
  if (outcome === 'lost') loseAction(draft, attacker.id, slot, 'no target');
  if (outcome === 'turned') attackWithSlot(draft, attacker.id, slot.number);
};

export const otherActionTaken = roundEvent('other-action-taken', {
  facts: { who: z.string(), says: z.string(), segment: z.int() },
  apply: (state, event) => updateSlot(state, event.who, 1, { status: 'done', at: event.segment }),
  narrate: ({ who, segment, says }) =>
    line(prefixSegment(segment, say`${ref(who)}: ${term(says)}. The GM decides what happens.`)),
});

const handOf = ({ hand, offHand }: Combatant, { weapon, hand: which }: ActionSlot): 'main' | 'off' =>
  which === 'off' || (weapon === offHand && weapon !== hand) ? 'off' : 'main';

/** The listed attack with this number, ready to roll. Undefined if attacker, weapon or target is missing. */
const findSlotAttack = (state: State, who: string, number: number): WeaponAttack | undefined => {
  const attacker = find(state, who);
  const slot = slotOf(attacker, number);
  const weapon = attacker && slot && weaponOfSlot(attacker, slot);
  const target = find(state, slot?.target);
  if (attacker === undefined || slot === undefined || weapon === undefined || target === undefined) return undefined;
  return { attacker, target, weapon, hand: handOf(attacker, slot), segment: segmentNow(state), number };
};

/** Makes a listed attack, then schedules the attacker’s movement or asks about a push. Section 6 of RULES.md. */
export const attackWithSlot = (draft: Draft, who: string, number: number): void => {
  const attack = findSlotAttack(draft.now(), who, number);
  if (attack === undefined) return;
  const result = resolveAttack(draft.now(), attack, draft.dice);
  draft.emit(result);
  scheduleMovementAfterAttack(draft, who);
  if (result.use === 'melee') askPush(draft, who, result.target);
};

/** Asks the attacker whether to push a desperate defender. SEG-DEF-8. */
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

/** Rolls all attacks of the segment before it applies any result. SEG-RUL-13. */
export const attackSimultaneously = (
  draft: Draft,
  attacks: readonly { readonly who: string; readonly number: number }[],
): void => {
  for (const { who } of attacks) if (prepareAction(draft, who)) return;
  const before = draft.now();
  const rolled = attacks.flatMap(({ who, number }) => {
    const attack = findSlotAttack(before, who, number);
    return attack === undefined ? [] : [rollAttack(before, attack, draft.dice)];
  });
  for (const each of rolled) draft.emit(resolveHit(draft.now(), each, draft.dice));
  for (const { facts } of rolled) scheduleMovementAfterAttack(draft, facts.attacker);
};

/** Takes the declared free actions, just before the first action. SEG-FREE-2. */
export const takeFreeActions = (draft: Draft, who: string): void => {
  const found = find(draft.now(), who);
  if (found === undefined || !isAble(found)) return;
  const { freeActions = [], draw = [] } = found.declaration?.options ?? {};
  for (const says of freeActions.slice(found.freeActionsUsed)) {
    const dropped = weaponDroppedBy(find(draft.now(), who) ?? found, says, draw.length > 0);
    draft.emit(freeActionTaken({ who, says, drops: dropped }));
  }
};

/** True if free actions are due on this segment because all other actions are lost or carried over. SEG-FREE-2. */
export const hasFreeActionsNow = (state: State, who: Combatant): boolean =>
  isAble(who) &&
  (who.declaration?.options.freeActions.length ?? 0) > who.freeActionsUsed &&
  who.initiatives.every(({ status }) => status === 'carried' || status === 'lost') &&
  freeActionSegment(who) === state.clock?.segment;

/** Sheathes, draws and picks up weapons at the first attack. SEG-RUL-59, SEG-PICK-3. */
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
      pickedUp,
    }),
  );
};

/** Takes free actions and an early free move, then draws weapons. True if the action cannot follow. SEG-RUL-55. */
const prepareAction = (draft: Draft, who: string): boolean => {
  takeFreeActions(draft, who);
  if (segmentNow(draft.now()) > 10 && makeFreeMove(draft, who)) return true;
  rearm(draft, who);
  const after = find(draft.now(), who);
  return after === undefined || !isAble(after);
};

/** Makes the free move, or stands up. True if the round must wait for an answer. SEG-MOVE-5, SEG-RUL-17, SEG-RUL-55. */
export const makeFreeMove = (draft: Draft, who: string): boolean => {
  const found = find(draft.now(), who);
  const to = found?.declaration?.options.freeMove;
  if (found === undefined || to === undefined || !hasFreeMove(found)) return false;
  const isFree = isOnBoard(draft.now(), to) && !isOccupied(draft.now(), to, who);
  if (found.prone || found.pos === undefined || feetBetween(found.pos, to) > 5 || !isFree) {
    draft.emit(freeMoved({ who, stoodUp: found.prone }));
    return false;
  }
  if (!found.parted && startWithdrawal(draft, who, to)) return true;
  const after = find(draft.now(), who);
  if (after !== undefined && hasFreeMove(after)) draft.emit(freeMoved({ who, to, stoodUp: false }));
  return false;
};

/** A combatant tried to remove a stuck missile from a patient. SEG-PEN-6. */
export const firstAided = event('first-aided', {
  facts: {
    who: z.string(),
    patient: z.string(),
    missile: z.enum(missileKinds).optional(),
    segment: z.int(),
    roll: percentRollSchema.optional(),
  },
  apply: (state, event) => {
    const next = updateSlot(state, event.who, 1, { status: 'done', at: event.segment });
    if (event.roll?.success !== true) return next;
    // SEG-PEN-5.
    return update(next, event.patient, ({ stuck }) => {
      const at = stuck.findIndex(({ kind }) => kind === event.missile);
      return { stuck: stuck.filter((_, n) => n !== at) };
    });
  },
  narrate: ({ who, patient, roll, missile, segment }, { reader }) => {
    const [healer, treated, thing] = [ref(who), maskedRef(patient), term(missile ?? '')];
    const says =
      roll === undefined
        ? say`${healer} tends ${treated} and finds nothing to remove.`
        : roll.success
          ? say`${healer} tends ${treated} and removes the ${thing}.`
          : say`${healer} tends ${treated} and does not get the ${thing} out.`;
    return line(
      prefixSegment(segment, says),
      roll?.success ? 'good' : 'plain',
      percentRowsFor(reader, who, 'SEG-PEN-6', roll),
    );
  },
});

/** Rolls First Aid to remove one missile from the patient. SEG-PEN-6, SEG-RUL-89. */
const giveFirstAid = (draft: Draft, who: string, { target }: ActionSlot): void => {
  const state = draft.now();
  const healer = find(state, who);
  const patient = find(state, target);
  if (healer === undefined || patient === undefined) return;
  const missile = healer.declaration?.missile ?? patient.stuck[0]?.kind;
  const near = healer.id === patient.id || isWithinFeet(state, healer, patient, 5);
  const facts = { who, patient: patient.id, segment: segmentNow(state) };
  if (!near || missile === undefined || !patient.stuck.some(({ kind }) => kind === missile)) {
    draft.emit(firstAided(facts));
    return;
  }
  const own = sumPart('SEG-PEN-6', 'First Aid', healer.sheet.firstAid);
  draft.emit(firstAided({ ...facts, missile, roll: rollPercent(state, healer, own, draft.dice, 'first aid') }));
};
