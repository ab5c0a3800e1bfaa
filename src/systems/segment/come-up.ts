import type { Dice } from '../../dice/dice.ts';
import { approach } from './approach.ts';
import { moveAfterAttack } from './attack-and-move.ts';
import { able, find } from './battle.ts';
import { canReach, inHand, mayChooseAgain, mayWait, replacements, slotWeapon } from './contingency.ts';
import { giveFirstAid } from './first-aid.ts';
import type { Combatant, Slot, State } from './model.ts';
import { prelude } from './prelude.ts';
import { beginCasting } from './spell.ts';
import { strikeSlot } from './strike-slot.ts';
import type { Unfolding } from './unfolding.ts';

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

const lose = (tape: Unfolding, who: string, { number, kind }: Slot, why: string, dice: Dice): void => {
  tape.put({ type: 'lost', who, number, segment: segmentNow(tape.now()), kind, why });
  moveAfterAttack(tape, who, dice);
};

/** Why an action cannot be done at all, SEG-DECL-8, SEG-DMG-5, SEG-NOMOVE-4. */
const gone = ({ life, stunned, actionsLost }: Combatant): string | undefined =>
  life !== 'up' ? life : stunned ? 'stunned' : actionsLost;

/** An action whose segment has come. */
export const comeUp = (tape: Unfolding, who: string, number: number, dice: Dice): void => {
  const before = find(tape.now(), who);
  const slot = before?.initiatives.find((each) => each.number === number);
  if (before === undefined || slot === undefined) return;
  const why = gone(before);
  if (why !== undefined) {
    lose(tape, who, slot, why, dice);
    return;
  }
  if (prelude(tape, who, dice)) return;
  switch (slot.kind) {
    case 'attack':
      attackComesUp(tape, who, number, dice);
      break;
    case 'cast':
      beginCasting(tape, who, slot);
      break;
    case 'first-aid':
      giveFirstAid(tape, who, slot, dice);
      break;
    case 'other': {
      const says = before.declaration?.text ?? 'acts';
      tape.put({ type: 'did-other', who, says, segment: segmentNow(tape.now()) });
    }
  }
};

/** SEG-HIT-5, SEG-ROUND-5, SEG-DECL-9. */
const attackComesUp = (tape: Unfolding, who: string, number: number, dice: Dice): void => {
  const state = tape.now();
  const attacker = find(state, who);
  const slot = attacker?.initiatives.find((each) => each.number === number);
  if (attacker === undefined || slot === undefined) return;
  const weapon = slotWeapon(attacker, slot);
  const target = find(state, slot.target);
  const segment = segmentNow(state);
  if (weapon === undefined || !inHand(attacker, slot)) lose(tape, who, slot, 'weapon', dice);
  else if (target?.life !== 'up') overtaken(tape, attacker, slot, dice);
  else if (canReach(state, attacker, weapon, target)) {
    if (mayChooseAgain(state, attacker, slot, tape.unseenBy(who)))
      tape.put({ type: 'asked', pending: { kind: 'choose-again', who, number, target: target.id, segment } });
    else strikeSlot(tape, who, number, dice);
  } else if (mayWait(state, attacker, slot))
    tape.put({ type: 'attack-waits', who, number, target: target.id, segment });
  else overtaken(tape, attacker, slot, dice);
};

/** SEG-DECL-7, SEG-RUL-3: asks, turns to the nearest, or is lost with no die. */
export const overtaken = (tape: Unfolding, attacker: Combatant, slot: Slot, dice: Dice): void => {
  const state = tape.now();
  const [nearest] = replacements(state, attacker, slot, tape.unseenBy(attacker.id));
  const { id: who } = attacker;
  const { number } = slot;
  if (nearest === undefined) {
    lose(tape, who, slot, 'no target', dice);
    return;
  }
  const from = slot.target ?? nearest.id;
  if (state.settings.contingency === 'ask') {
    const segment = segmentNow(state);
    tape.put({ type: 'asked', pending: { kind: 'contingency', who, number, target: from, segment, spell: false } });
    return;
  }
  approach(tape, who, slot, nearest);
  tape.put({ type: 'redirected', who, number, from, to: nearest.id, spell: false });
  strikeSlot(tape, who, number, dice);
};
