import { z } from 'zod';
import { maskedRef, phrase, ref, say, type Term, type Text, term } from '../../../core/message.ts';
import { line, step } from '../../../rules/event.ts';
import { distanceInFeet, isWithinFeet } from '../engagement.ts';
import { freeMoved, freeStepToward, hasMovementLeft } from '../movement.ts';
import type { Weapon } from '../sheet.ts';
import {
  type ActionSlot,
  actionSlotSchema,
  areHostile,
  type Combatant,
  type Draft,
  event,
  find,
  isAble,
  isRanged,
  isSlotOpen,
  type PendingQuestion,
  pendingQuestionSchema,
  reachOf,
  roundEvent,
  type State,
  update,
  updateSlot,
  weaponOf,
} from '../state.ts';
import { prefixSegment } from '../visibility.ts';

const questionLines = (pending: PendingQuestion) => {
  switch (pending.kind) {
    case 'shout':
      return pending.waiting.map((who) => line(say`${ref(who)} may shout a warning.`));
    case 'contingency': {
      const { who, segment, target, spell } = pending;
      return line(
        prefixSegment(
          segment,
          spell
            ? say`${ref(who)} has lost the target ${maskedRef(target)}. Redirect or give up the spell?`
            : say`${ref(who)} has lost the target ${maskedRef(target)}. Redirect or give up the attack?`,
        ),
      );
    }
    case 'choose-again': {
      const { who, segment, target } = pending;
      return line(prefixSegment(segment, say`${maskedRef(target)} only defends. Does ${ref(who)} attack anyway?`));
    }
    case 'free-attack':
      return pending.left.map((who) =>
        line(say`${ref(who)} may make a free attack on ${maskedRef(pending.on)}, who leaves the melee.`),
      );
    case 'push':
      return line(say`${ref(pending.who)} may push ${maskedRef(pending.on)} up to 10 feet.`);
  }
};

/** A question was asked, and the round waits for its answer. */
export const questionAsked = event('question-asked', {
  facts: { pending: pendingQuestionSchema },
  apply: (state, event) => ({ ...state, pending: event.pending }),
  narrate: ({ pending }) => questionLines(pending),
});

/** An attack or spell was redirected; later attacks on the old target follow to the new target. SEG-DECL-7. */
export const redirected = event('redirected', {
  facts: { who: z.string(), number: z.int(), from: z.string(), to: z.string(), spell: z.boolean() },
  apply: (state, { who, number, from, to, spell }) =>
    update({ ...state, pending: undefined }, who, ({ initiatives, casting }) => ({
      initiatives: initiatives.map((slot) =>
        slot.number === number || (slot.target === from && isSlotOpen(slot))
          ? { ...slot, target: to, settled: false }
          : slot,
      ),
      ...(spell && casting && { casting: { ...casting, target: to } }),
    })),
  narrate: ({ who, from, to }) =>
    line(say`${ref(who)} turns from ${maskedRef(from)} to ${maskedRef(to)}.`, 'plain', [
      [step('SEG-DECL-7', 'same weapon, same segment')],
    ]),
});

/** Words for why an action was lost; a reason without an entry is shown unchanged. */
const lossReasons: Readonly<Record<string, string>> = {
  moved: 'forced to move',
  weapon: 'the weapon is not in hand',
  'no target': 'no one to attack',
  forgone: 'given up',
  energy: 'too little energy',
  late: 'too late in the round',
  GM: 'the GM decided so',
};

export const describeLoss = (why: string): Term => term(lossReasons[why] ?? why);

const describeLostAction = (kind: ActionSlot['kind'], who: Text, why: Text): Text => {
  if (kind === 'attack') return say`${who} loses an attack: ${why}.`;
  return kind === 'cast' ? say`${who} loses its spell: ${why}.` : say`${who} loses its action: ${why}.`;
};

/** A combatant lost an attack or other action. SEG-DECL-7, SEG-DECL-8. */
export const actionLost = roundEvent('action-lost', {
  facts: { who: z.string(), number: z.int(), segment: z.int(), kind: actionSlotSchema.shape.kind, why: z.string() },
  apply: (state, event) => {
    const { who, number, segment, why } = event;
    const next = updateSlot({ ...state, pending: undefined }, who, number, {
      status: 'lost',
      at: segment,
      lost: why,
    });
    return event.kind === 'cast' ? update(next, who, () => ({ casting: undefined })) : next;
  },
  narrate: ({ who, number, segment, kind, why }) =>
    line(prefixSegment(segment, describeLostAction(kind, ref(who), describeLoss(why))), 'quiet', [
      [step(why === 'no target' ? 'SEG-DECL-7' : 'SEG-DECL-8', phrase`action ${number}`)],
    ]),
});

/** The weapon of an attack. Undefined for other actions. */
export const weaponOfSlot = (who: Combatant, { weapon, use }: ActionSlot): Weapon | undefined =>
  weaponOf(who, weapon, use);

/** True if the target is in the reach or range of the weapon. SEG-HIT-5. */
export const canReach = (state: State, who: Combatant, weapon: Weapon, target: Combatant): boolean =>
  isWithinFeet(state, who, target, reachOf(weapon));

/** True if the combatant still has the weapon in a hand. SEG-HIT-5. */
export const isWeaponStillHeld = ({ hand, offHand }: Combatant, { weapon, hand: which }: ActionSlot): boolean =>
  weapon === (which === 'off' ? offHand : hand) || weapon === hand || weapon === offHand;

/** Why an attack may not be redirected to this target. Undefined if it may. SEG-DECL-7. */
export const redirectRefusal = (state: State, who: Combatant, slot: ActionSlot, target: Combatant) => {
  if (slot.kind === 'cast') return undefined;
  const weapon = weaponOfSlot(who, slot);
  if (weapon === undefined) return term('the weapon is gone');
  if (canReach(state, who, weapon, target)) return undefined;
  return !isRanged(weapon) && freeStepToward(state, who, target, weapon.reach) !== undefined
    ? undefined
    : term('the target is out of reach');
};

/** Targets to which an attack or spell may be redirected, nearest first, ties in joining order. SEG-RUL-3. */
export const replacementTargets = (
  state: State,
  who: Combatant,
  slot: ActionSlot,
  unseen: readonly string[] = [],
): readonly Combatant[] => {
  const friendly = slot.kind === 'cast' && isFriend(state, who, slot.target);
  return state.combatants
    .filter(
      (each) =>
        each.id !== slot.target &&
        !unseen.includes(each.id) &&
        each.life === 'up' &&
        (friendly ? !areHostile(who, each) : areHostile(who, each)) &&
        redirectRefusal(state, who, slot, each) === undefined,
    )
    .toSorted((a, b) => (distanceInFeet(state, who, a) ?? 0) - (distanceInFeet(state, who, b) ?? 0));
};

/** True if the player must choose among the `many` targets that can replace the lost target. SEG-RUL-3, SEG-DECL-7. */
const mustAskReplacement = (state: State, who: Combatant, slot: ActionSlot, many: number): boolean => {
  const { contingency } = state.settings;
  return contingency === 'ask' || (contingency === 'one' && (many > 1 || isFriend(state, who, slot.target)));
};

const isFriend = (state: State, who: Combatant, target: string | undefined): boolean => {
  const found = find(state, target);
  return found !== undefined && !areHostile(who, found);
};

/** True if a melee attack may wait for its target to come into reach. SEG-ROUND-5, SEG-RUL-16. */
export const mayWaitForTarget = (state: State, who: Combatant, slot: ActionSlot): boolean => {
  const { clock, settings } = state;
  if (clock === undefined || slot.use !== 'melee') return false;
  const stepsLeft = clock.segment > 1 || (clock.segment === 1 && !settings.moveBeforeActions && !clock.moved);
  const main = who.declaration?.main;
  const target = find(state, slot.target);
  return (
    stepsLeft &&
    (main === 'move-attack' ||
      main === 'run-attack' ||
      (target !== undefined && target.life === 'up' && hasMovementLeft(target)))
  );
};

/** True if the attacker may choose again, because the target only defends. SEG-DECL-9, SEG-DEF-9, SEG-RUL-4. */
export const mayChooseAgain = (
  state: State,
  who: Combatant,
  slot: ActionSlot,
  unseen: readonly string[] = [],
): boolean => {
  if (state.settings.contingency === 'auto' || slot.settled) return false;
  const target = find(state, slot.target);
  if (target?.defending === undefined || target.defending.kind === 'partial' || !isAble(target)) return false;
  return target.defending.kind === 'desperate' || replacementTargets(state, who, slot, unseen).length > 0;
};

/** Asks for another target, or redirects to the nearest. Returns `lost` if there is no other. SEG-DECL-7, SEG-RUL-3. */
export const findReplacementTarget = (
  draft: Draft,
  who: Combatant,
  slot: ActionSlot,
  segment: number,
): 'lost' | 'asked' | 'turned' => {
  const others = replacementTargets(draft.now(), who, slot, draft.hiddenFrom(who.id));
  const [nearest] = others;
  if (nearest === undefined) return 'lost';
  const spell = slot.kind === 'cast';
  const from = slot.target ?? nearest.id;
  const facts = { who: who.id, number: slot.number };
  if (mustAskReplacement(draft.now(), who, slot, others.length)) {
    draft.emit(questionAsked({ pending: { kind: 'contingency', ...facts, target: from, segment, spell } }));
    return 'asked';
  }
  stepIntoReach(draft, who.id, slot, nearest);
  draft.emit(redirected({ ...facts, from, to: nearest.id, spell }));
  return 'turned';
};

/** Uses the free move to step one square, if the new target is then in reach. SEG-DECL-7. */
export const stepIntoReach = (draft: Draft, id: string, slot: ActionSlot, target: Combatant): void => {
  const state = draft.now();
  const who = find(state, id);
  const weapon = who && weaponOfSlot(who, slot);
  if (who === undefined || weapon === undefined || isRanged(weapon) || canReach(state, who, weapon, target)) return;
  const to = freeStepToward(state, who, target, weapon.reach);
  if (to !== undefined) draft.emit(freeMoved({ who: id, to, stoodUp: false }));
};
