import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { line } from '../../../rules/lines.ts';
import { attackDelayed } from '../attack.ts';
import { scheduleMovementAfterAttack } from '../attack-and-move.ts';
import { beginCasting } from '../casting.ts';
import { actionLost } from '../contingency/loss.ts';
import { questionAsked, redirected } from '../contingency/question.ts';
import {
  canReach,
  isWeaponStillHeld,
  mayChooseAgain,
  mayWaitForTarget,
  mustAskReplacement,
  replacementTargets,
  stepIntoReach,
  weaponOfSlot,
} from '../contingency/replacement.ts';
import { giveFirstAid } from '../first-aid.ts';
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
import { prepareAction } from './preparation.ts';
import { attackWithSlot } from './slot-attack.ts';

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
  const state = draft.now();
  const others = replacementTargets(state, attacker, slot, draft.hiddenFrom(attacker.id));
  const [nearest] = others;
  const { id: who } = attacker;
  const { number } = slot;
  if (nearest === undefined) {
    lose(draft, who, slot, 'no target');
    return;
  }
  const from = slot.target ?? nearest.id;
  if (mustAskReplacement(state, attacker, slot, others.length)) {
    const segment = segmentNow(state);
    draft.emit(questionAsked({ pending: { kind: 'contingency', who, number, target: from, segment, spell: false } }));
    return;
  }
  stepIntoReach(draft, who, slot, nearest);
  draft.emit(redirected({ who, number, from, to: nearest.id, spell: false }));
  attackWithSlot(draft, who, number);
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
