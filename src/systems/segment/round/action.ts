import { moveAfterAttack } from '../attack-and-move.ts';
import { beginCasting } from '../casting.ts';
import {
  approach,
  asksAmong,
  canReach,
  inHand,
  mayChooseAgain,
  mayWait,
  replacements,
  slotWeapon,
} from '../contingency/replacement.ts';
import { giveFirstAid } from '../first-aid.ts';
import { able, type Combatant, type Draft, find, type Slot, type State } from '../state.ts';
import { beforeAction } from './preparation.ts';
import { strikeSlot } from './strike.ts';

const segmentNow = (state: State): number => state.clock?.segment ?? 0;

/** Whether the attack could simply be rolled now. */
export const ready = (state: State, who: Combatant, slot: Slot, unseen: readonly string[]): boolean => {
  const weapon = slotWeapon(who, slot);
  const target = find(state, slot.target);
  return (
    able(who) &&
    who.actionsLost === undefined &&
    weapon !== undefined &&
    inHand(who, slot) &&
    target?.life === 'up' &&
    canReach(state, who, weapon, target) &&
    !mayChooseAgain(state, who, slot, unseen)
  );
};

const lose = (draft: Draft, who: string, { number, kind }: Slot, why: string): void => {
  draft.emit({ type: 'lost', who, number, segment: segmentNow(draft.now()), kind, why });
  moveAfterAttack(draft, who);
};

/** Why an action cannot be done at all, SEG-DECL-8, SEG-DMG-5, SEG-NOMOVE-4. */
const gone = ({ life, stunned, actionsLost }: Combatant): string | undefined =>
  life !== 'up' ? life : stunned ? 'stunned' : actionsLost;

/** An action whose segment has come. */
export const resolveSlot = (draft: Draft, who: string, number: number): void => {
  const before = find(draft.now(), who);
  const slot = before?.initiatives.find((each) => each.number === number);
  if (before === undefined || slot === undefined) return;
  const why = gone(before);
  if (why !== undefined) {
    lose(draft, who, slot, why);
    return;
  }
  if (beforeAction(draft, who)) return;
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
      draft.emit({ type: 'did-other', who, says, segment: segmentNow(draft.now()) });
    }
  }
};

/** SEG-HIT-5, SEG-ROUND-5, SEG-DECL-9. */
const attackComesUp = (draft: Draft, who: string, number: number): void => {
  const state = draft.now();
  const attacker = find(state, who);
  const slot = attacker?.initiatives.find((each) => each.number === number);
  if (attacker === undefined || slot === undefined) return;
  const weapon = slotWeapon(attacker, slot);
  const target = find(state, slot.target);
  const segment = segmentNow(state);
  if (weapon === undefined || !inHand(attacker, slot)) lose(draft, who, slot, 'weapon');
  else if (target?.life !== 'up') overtaken(draft, attacker, slot);
  else if (canReach(state, attacker, weapon, target)) {
    if (mayChooseAgain(state, attacker, slot, draft.unseenBy(who)))
      draft.emit({ type: 'asked', pending: { kind: 'choose-again', who, number, target: target.id, segment } });
    else strikeSlot(draft, who, number);
  } else if (mayWait(state, attacker, slot))
    draft.emit({ type: 'attack-waits', who, number, target: target.id, segment });
  else overtaken(draft, attacker, slot);
};

/** SEG-DECL-7, SEG-RUL-3: asks, turns to another, or is lost with no die. */
export const overtaken = (draft: Draft, attacker: Combatant, slot: Slot): void => {
  const state = draft.now();
  const others = replacements(state, attacker, slot, draft.unseenBy(attacker.id));
  const [nearest] = others;
  const { id: who } = attacker;
  const { number } = slot;
  if (nearest === undefined) {
    lose(draft, who, slot, 'no target');
    return;
  }
  const from = slot.target ?? nearest.id;
  if (asksAmong(state, attacker, slot, others.length)) {
    const segment = segmentNow(state);
    draft.emit({ type: 'asked', pending: { kind: 'contingency', who, number, target: from, segment, spell: false } });
    return;
  }
  approach(draft, who, slot, nearest);
  draft.emit({ type: 'redirected', who, number, from, to: nearest.id, spell: false });
  strikeSlot(draft, who, number);
};
