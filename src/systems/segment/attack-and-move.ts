import type { Dice } from '../../dice/dice.ts';
import { rollDegree } from './attribute-checks.ts';
import { able, find } from './battle.ts';
import { marched, pathEnd } from './march.ts';
import type { Combatant, State } from './model.ts';
import type { Unfolding } from './unfolding.ts';
import { leave } from './withdraw.ts';
import { effectiveTmr } from './wounds.ts';

/** SEG-COMBO-9, SEG-RUL-58: the segment of the last attack not lost; with none, the lowest that was rolled. */
const lastAttack = ({ initiatives }: Combatant): number | undefined => {
  const made = initiatives.filter(({ status }) => status === 'done').map(({ at, segment }) => at ?? segment);
  const all = made.length > 0 ? made : initiatives.map(({ segment }) => segment);
  return all.length === 0 ? undefined : Math.min(...all);
};

/** SEG-COMBO-5..9: once the last attack is over, whether and when the movement begins. */
export const moveAfterAttack = (tape: Unfolding, who: string, dice: Dice): void => {
  const state = tape.now();
  const found = find(state, who);
  if (found?.march === undefined || found.march.begins !== undefined || !able(found)) return;
  if (found.initiatives.some(({ status }) => status === 'pending' || status === 'waiting')) return;
  const last = lastAttack(found);
  const told = { type: 'move-after-attack' as const, who, ...(last !== undefined && { last }) };
  if (last !== undefined && last <= 1) {
    tape.put({ ...told, covered: 0 });
    return;
  }
  const roll = last === undefined || last > 10 ? undefined : rollDegree(state, found, 'dex', dice);
  const begins = last === undefined || roll === undefined ? 10 : last - roll.degree;
  const goes = (roll?.degree ?? 1) <= 4 && begins >= 1;
  const covered = goes ? late(state, found, begins) : 0;
  tape.put({ ...told, ...(roll && { roll }), ...(goes && { begins }), covered });
  catchUp(tape, who, covered, dice);
};

/** What it would have covered already, where a later attack was lost only now. */
const late = (state: State, who: Combatant, begins: number): number => {
  const { clock } = state;
  if (clock === undefined || clock.segment > 10) return 0;
  const gone = begins - Math.max(clock.segment, 0) + (clock.moved ? 1 : 0);
  return Math.max(0, Math.min(gone, begins)) * (who.march?.rate ?? 0) * effectiveTmr(state, who);
};

/** SEG-COMBO-9: the steps of segments that are over already. */
const catchUp = (tape: Unfolding, who: string, covered: number, dice: Dice): void => {
  if (covered === 0) return;
  const found = find(tape.now(), who);
  if (found?.march === undefined || leave(tape, who, pathEnd(found.march), dice)) return;
  const after = find(tape.now(), who);
  if (after?.march === undefined || after.march.done || !able(after)) return;
  const went = marched(tape.now(), after, after.march, 0);
  const segment = tape.now().clock?.segment ?? 0;
  tape.put({ type: 'moved', segment, marches: [{ who, ...went, steps: [...went.steps] }] });
};
