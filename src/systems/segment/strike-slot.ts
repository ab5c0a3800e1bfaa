import type { Dice } from '../../dice/dice.ts';
import { landed, rollAttack, type Strike, strikeOnce } from './attack.ts';
import { moveAfterAttack } from './attack-and-move.ts';
import { find } from './battle.ts';
import { slotWeapon } from './contingency.ts';
import type { Combatant, Slot, State } from './model.ts';
import { prelude } from './prelude.ts';
import type { Unfolding } from './unfolding.ts';

const handOf = ({ hand, offHand }: Combatant, { weapon, hand: which }: Slot): 'main' | 'off' =>
  which === 'off' || (weapon === offHand && weapon !== hand) ? 'off' : 'main';

/** The blow of a listed attack, where attacker, weapon and target are still there. */
const strikeOf = (state: State, who: string, number: number): Strike | undefined => {
  const attacker = find(state, who);
  const slot = attacker?.initiatives.find((each) => each.number === number);
  const weapon = attacker && slot && slotWeapon(attacker, slot);
  if (attacker === undefined || slot?.target === undefined || weapon === undefined) return undefined;
  const segment = state.clock?.segment ?? 0;
  return { who, target: slot.target, weapon, hand: handOf(attacker, slot), segment, number };
};

/** Section 6 for a listed attack, and what follows it at once: attack and move, a push. */
export const strikeSlot = (tape: Unfolding, who: string, number: number, dice: Dice): void => {
  const strike = strikeOf(tape.now(), who, number);
  const attacked = strike && strikeOnce(tape.now(), strike, dice);
  if (attacked === undefined) return;
  tape.put(attacked);
  moveAfterAttack(tape, who, dice);
  if (attacked.use === 'melee') askPush(tape, who, attacked.target);
};

/** SEG-DEF-8. */
const askPush = (tape: Unfolding, who: string, on: string): void => {
  const state = tape.now();
  const target = find(state, on);
  const may =
    state.pending === undefined &&
    state.settings.contingency === 'ask' &&
    target?.life === 'up' &&
    target.defending?.kind === 'desperate' &&
    !target.pushedBy.includes(who);
  if (may) tape.put({ type: 'asked', pending: { kind: 'push', who, on } });
};

/** SEG-RUL-13, ties simultaneous: every attack of the segment is rolled before any result is applied. */
export const strikeAtOnce = (
  tape: Unfolding,
  blows: readonly { readonly who: string; readonly number: number }[],
  dice: Dice,
): void => {
  for (const { who } of blows) if (prelude(tape, who, dice)) return;
  const before = tape.now();
  const rolled = blows.flatMap(({ who, number }) => {
    const strike = strikeOf(before, who, number);
    return (strike && rollAttack(before, strike, dice)) ?? [];
  });
  for (const each of rolled) tape.put(landed(tape.now(), each, dice));
  for (const { who } of rolled) moveAfterAttack(tape, who, dice);
};
