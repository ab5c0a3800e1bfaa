import { z } from 'zod';
import { formatNumber, phrase, ref, say } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { rollAttributeDegree } from './attribute-checks.ts';
import { advanceMovement, moved, pathEnd } from './movement.ts';
import { degreeRowsFor } from './rows.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  degreeRollSchema,
  event,
  find,
  isAble,
  type State,
  update,
} from './state.ts';
import { startWithdrawal } from './withdrawal.ts';
import { effectiveTmr } from './wounds.ts';

/** SEG-COMBO-7, SEG-COMBO-9: when somebody moves on who has struck. */
export const movementAfterAttackScheduled = event(
  'move-after-attack',
  {
    who: combatantId,
    last: z.int().optional(),
    roll: degreeRollSchema.optional(),
    begins: z.int().optional(),
    covered: z.int(),
  },
  {
    apply: (state, event) =>
      update(state, event.who, ({ march }) => ({
        ...(march && {
          march:
            event.begins === undefined
              ? { ...march, done: true, begins: -99 }
              : { ...march, begins: event.begins, covered: event.covered },
        }),
      })),
    narrate: ({ who, last, roll, begins }, { reader }) => {
      const when = begins === undefined ? 'cannot move any more this round' : phrase`moves from segment ${begins} on`;
      return line(say`${ref(who)} ${when}.`, 'quiet', [
        ...(last === undefined ? [] : [[step('SEG-COMBO-9', phrase`last attack on segment ${formatNumber(last)}`)]]),
        ...degreeRowsFor(reader, who, 'SEG-COMBO-7', 'DEX', roll),
      ]);
    },
  },
);

/** SEG-COMBO-9, SEG-RUL-58: the segment of the last attack not lost; with none, the lowest that was rolled. */
const lastAttack = ({ initiatives }: Combatant): number | undefined => {
  const made = initiatives.filter(({ status }) => status === 'done').map(({ at, segment }) => at ?? segment);
  const all = made.length > 0 ? made : initiatives.map(({ segment }) => segment);
  return all.length === 0 ? undefined : Math.min(...all);
};

/** SEG-COMBO-5, SEG-COMBO-6, SEG-COMBO-7, SEG-COMBO-8, SEG-COMBO-9: once the last attack is over, whether and when the movement begins. */
export const scheduleMovementAfterAttack = (draft: Draft, who: string): void => {
  const state = draft.now();
  const found = find(state, who);
  if (found?.march === undefined || found.march.begins !== undefined || !isAble(found)) return;
  if (found.initiatives.some(({ status }) => status === 'pending' || status === 'waiting')) return;
  const last = lastAttack(found);
  const told = { who, ...(last !== undefined && { last }) };
  if (last !== undefined && last <= 1) {
    draft.emit(movementAfterAttackScheduled({ ...told, covered: 0 }));
    return;
  }
  const roll = last === undefined || last > 10 ? undefined : rollAttributeDegree(state, found, 'dex', draft.dice);
  const begins = last === undefined || roll === undefined ? 10 : last - roll.degree;
  const goes = (roll?.degree ?? 1) <= 4 && begins >= 1;
  const covered = goes ? late(state, found, begins) : 0;
  draft.emit(movementAfterAttackScheduled({ ...told, ...(roll && { roll }), ...(goes && { begins }), covered }));
  catchUp(draft, who, covered);
};

/** What it would have covered already, where a later attack was lost only now. */
const late = (state: State, who: Combatant, begins: number): number => {
  const { clock } = state;
  if (clock === undefined || clock.segment > 10) return 0;
  const gone = begins - Math.max(clock.segment, 0) + (clock.moved ? 1 : 0);
  return Math.max(0, Math.min(gone, begins)) * (who.march?.rate ?? 0) * effectiveTmr(state, who);
};

/** SEG-COMBO-9: the steps of segments that are over already. */
const catchUp = (draft: Draft, who: string, covered: number): void => {
  if (covered === 0) return;
  const found = find(draft.now(), who);
  if (found?.march === undefined || startWithdrawal(draft, who, pathEnd(found.march))) return;
  const after = find(draft.now(), who);
  if (after?.march === undefined || after.march.done || !isAble(after)) return;
  const went = advanceMovement(draft.now(), after, after.march, 0);
  const segment = draft.now().clock?.segment ?? 0;
  draft.emit(moved({ segment, marches: [{ who, ...went, steps: [...went.steps] }] }));
};
