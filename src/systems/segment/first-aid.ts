import { z } from 'zod';
import { maskedRef, phrase, ref, say } from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import { rollPercent } from './attribute-checks.ts';
import { isWithinFeet } from './engagement.ts';
import { percentRowsFor, prefixSegment } from './rows.ts';
import { missileKinds } from './sheet.ts';
import {
  type ActionSlot,
  combatantId,
  type Draft,
  event,
  find,
  percentRollSchema,
  update,
  updateSlot,
} from './state.ts';

/** SEG-PEN-6. */
export const firstAided = event(
  'first-aided',
  {
    who: combatantId,
    patient: combatantId,
    missile: z.enum(missileKinds).optional(),
    segment: z.int(),
    roll: percentRollSchema.optional(),
  },
  {
    apply: (state, event) => {
      const next = updateSlot(state, event.who, 1, { status: 'done', at: event.segment });
      if (event.roll?.success !== true) return next;
      // SEG-PEN-5.
      return update(next, event.patient, ({ stuck }) => {
        const at = stuck.findIndex(({ kind }) => kind === event.missile);
        return { stuck: stuck.filter((_, n) => n !== at) };
      });
    },
    narrate: ({ who, patient, roll, missile, segment }, { reader }) => {
      const how =
        roll === undefined
          ? 'finds nothing to remove'
          : roll.success
            ? phrase`removes the ${missile}`
            : phrase`does not get the ${missile} out`;
      return line(
        prefixSegment(segment, say`${ref(who)} tends ${maskedRef(patient)} and ${how}.`),
        roll?.success ? 'good' : 'plain',
        percentRowsFor(reader, who, 'SEG-PEN-6', roll),
      );
    },
  },
);

/** SEG-PEN-6, SEG-RUL-89: one missile comes out, or nothing worse happens. */
export const giveFirstAid = (draft: Draft, who: string, { target }: ActionSlot): void => {
  const state = draft.now();
  const healer = find(state, who);
  const patient = find(state, target);
  if (healer === undefined || patient === undefined) return;
  const missile = healer.declaration?.missile ?? patient.stuck[0]?.kind;
  const near = healer.id === patient.id || isWithinFeet(state, healer, patient, 5);
  const facts = { who, patient: patient.id, segment: state.clock?.segment ?? 0 };
  if (!near || missile === undefined || !patient.stuck.some(({ kind }) => kind === missile)) {
    draft.emit(firstAided(facts));
    return;
  }
  const own = { rule: 'SEG-PEN-6', label: 'First Aid', value: healer.sheet.firstAid };
  draft.emit(firstAided({ ...facts, missile, roll: rollPercent(state, healer, own, draft.dice, 'first aid') }));
};
