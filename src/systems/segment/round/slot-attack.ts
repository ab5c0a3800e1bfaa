import { resolveAttack, resolveHit, rollAttack, type WeaponAttack } from '../attack.ts';
import { scheduleMovementAfterAttack } from '../attack-and-move.ts';
import { questionAsked } from '../contingency/question.ts';
import { weaponOfSlot } from '../contingency/replacement.ts';
import { type ActionSlot, type Combatant, type Draft, find, type State } from '../state.ts';
import { prepareAction } from './preparation.ts';

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
