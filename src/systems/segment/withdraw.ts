import type { Dice } from '../../dice/dice.ts';
import type { Square } from '../../rules/grid/square.ts';
import { strikeOnce } from './attack.ts';
import { able, find, inTieOrder, meleeInHand } from './battle.ts';
import { engaged, foesEngaged } from './engagement.ts';
import { chases } from './march.ts';
import type { Combatant, State } from './model.ts';
import type { Unfolding } from './unfolding.ts';

/** SEG-WITHDRAW-8, SEG-RUL-74: does it shift to fight in melee, by a free move another than those it is engaged with? */
const maneuvers = (who: Combatant, foes: readonly Combatant[]): boolean => {
  const targets = who.initiatives.flatMap(({ kind, use, status, target }) =>
    kind === 'attack' && use === 'melee' && status !== 'lost' ? [target] : [],
  );
  if (chases(who)) return targets.length > 0;
  return who.declaration?.main === 'attack' && targets.some((target) => foes.every(({ id }) => id !== target));
};

/** SEG-WITHDRAW-1, SEG-RUL-74: those it leaves behind by starting this movement now; empty when it is no withdrawal. */
const leavesBehind = (state: State, who: Combatant, to: Square | undefined): readonly Combatant[] => {
  const foes = foesEngaged(state, who);
  const declared = who.declaration;
  if (declared === undefined || foes.length === 0) return [];
  if (declared.main === 'withdraw') return foes;
  if (maneuvers(who, foes)) return [];
  if (to === undefined) return declared.route !== undefined && 'away' in declared.route ? foes : [];
  const there = { ...who, pos: to };
  return foes.some((foe) => engaged(state, there, foe)) ? [] : foes;
};

/** SEG-WITHDRAW-3: its listed attacks are all on others while an ally of the withdrawer keeps it busy. */
const busy = (state: State, opponent: Combatant, leaving: Combatant): boolean => {
  const targets =
    opponent.initiatives.length > 0
      ? opponent.initiatives.flatMap(({ kind, target }) => (kind === 'attack' && target !== undefined ? [target] : []))
      : (opponent.declaration?.attacks ?? []).map(({ target }) => target);
  return (
    targets.length > 0 &&
    !targets.includes(leaving.id) &&
    state.combatants.some(
      (each) => each.id !== leaving.id && each.team === leaving.team && engaged(state, each, opponent),
    )
  );
};

/** SEG-WITHDRAW-3, SEG-RUL-75: may this engaged opponent strike as the other leaves? */
export const mayStrikeFreely = (state: State, opponent: Combatant, leaving: Combatant): boolean => {
  if (!able(opponent) || meleeInHand(opponent) === undefined) return false;
  const ruling =
    state.freeRulings.find((each) => each.opponent === opponent.id && each.on === leaving.id) ??
    state.freeRulings.find((each) => each.opponent === opponent.id && each.on === undefined);
  if (ruling !== undefined) return ruling.allowed;
  const { defending } = opponent;
  if (defending?.kind === 'full' || defending?.kind === 'desperate') return false;
  if (leaving.march?.spared.includes(opponent.id)) return false;
  if (!state.settings.freeAttackFlyer && leaving.sheet.agileFlyer && leaving.declaration?.byAir === true) return false;
  return state.settings.freeAttackBusy || !busy(state, opponent, leaving);
};

/** SEG-WITHDRAW-2, 4, 5: one free attack, beyond its normal ones. */
export const strikeFreely = (tape: Unfolding, opponentId: string, on: string, dice: Dice): void => {
  const state = tape.now();
  const opponent = find(state, opponentId);
  const leaving = find(state, on);
  const held = opponent && meleeInHand(opponent);
  if (opponent === undefined || leaving === undefined || held === undefined) return;
  if (!able(opponent) || leaving.life !== 'up') return;
  const attacked = strikeOnce(
    state,
    { who: opponentId, target: on, ...held, segment: state.clock?.segment ?? 10, number: undefined },
    dice,
  );
  if (attacked !== undefined) tape.put(attacked);
};

/** SEG-WITHDRAW-7: those who got no step stopped it; without a map the melee ends here. */
export const partFrom = (tape: Unfolding, who: string): void => {
  const leaving = find(tape.now(), who);
  if (leaving !== undefined && able(leaving)) tape.put({ type: 'got-away', who });
};

/**
 * SEG-WITHDRAW-1, 2: what comes just before the first step of somebody who leaves all its foes.
 * Gives true where the battle now waits for an answer.
 */
export const leave = (tape: Unfolding, who: string, to: Square | undefined, dice: Dice): boolean => {
  const state = tape.now();
  const leaving = find(state, who);
  if (leaving === undefined) return false;
  const behind = inTieOrder(state, leavesBehind(state, leaving, to));
  const strikers = behind
    .filter((each) => mayStrikeFreely(state, each, leaving) && !tape.unseenBy(each.id).includes(who))
    .map(({ id }) => id);
  tape.put({ type: 'leaving', who, from: behind.map(({ id }) => id), strikers });
  if (behind.length === 0) return false;
  if (strikers.length > 0 && !state.settings.autoFreeAttack) {
    tape.put({ type: 'asked', pending: { kind: 'free-attack', on: who, left: strikers, taking: [] } });
    return true;
  }
  for (const striker of strikers) strikeFreely(tape, striker, who, dice);
  partFrom(tape, who);
  return false;
};
