import type { Dice } from '../../dice/dice.ts';
import { rollPercent } from './attribute-checks.ts';
import { find } from './battle.ts';
import { within } from './engagement.ts';
import type { Slot } from './model.ts';
import type { Unfolding } from './unfolding.ts';

/** SEG-PEN-6, SEG-RUL-89: one missile comes out, or nothing worse happens. */
export const giveFirstAid = (tape: Unfolding, who: string, { target }: Slot, dice: Dice): void => {
  const state = tape.now();
  const healer = find(state, who);
  const patient = find(state, target);
  if (healer === undefined || patient === undefined) return;
  const missile = healer.declaration?.missile ?? patient.stuck[0]?.kind;
  const near = healer.id === patient.id || within(state, healer, patient, 5);
  const base = { type: 'first-aided' as const, who, patient: patient.id, segment: state.clock?.segment ?? 0 };
  if (!near || missile === undefined || !patient.stuck.some(({ kind }) => kind === missile)) {
    tape.put(base);
    return;
  }
  const own = { rule: 'SEG-PEN-6', label: 'First Aid', value: healer.sheet.firstAid };
  tape.put({ ...base, missile, roll: rollPercent(state, healer, own, dice, 'first aid') });
};
