import { z } from 'zod';
import { maskedRef, ref, say } from '../../../core/message.ts';
import { line, step } from '../../../rules/lines.ts';
import { prefixSegment } from '../rows.ts';
import { combatantId, event, type PendingQuestion, pendingQuestionSchema, update } from '../state.ts';

const questionLines = (pending: PendingQuestion) => {
  switch (pending.kind) {
    case 'shout':
      return pending.waiting.map((who) => line(say`${ref(who)} may shout a warning.`));
    case 'contingency': {
      const { who, segment, target, spell } = pending;
      const what = spell ? 'the spell' : 'the attack';
      return line(
        prefixSegment(segment, say`${ref(who)} has lost the target ${maskedRef(target)}. Redirect or give up ${what}?`),
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

/** The round waits for somebody's word. */
export const questionAsked = event(
  'asked',
  { pending: pendingQuestionSchema },
  { apply: (state, event) => ({ ...state, pending: event.pending }), narrate: ({ pending }) => questionLines(pending) },
);

/** SEG-DECL-7: later attacks of the list that named the same target follow. */
export const redirected = event(
  'redirected',
  { who: combatantId, number: z.int(), from: combatantId, to: combatantId, spell: z.boolean() },
  {
    apply: (state, { who, number, from, to, spell }) =>
      update({ ...state, pending: undefined }, who, ({ initiatives, casting }) => ({
        initiatives: initiatives.map((slot) =>
          slot.number === number || (slot.target === from && (slot.status === 'pending' || slot.status === 'waiting'))
            ? { ...slot, target: to }
            : slot,
        ),
        ...(spell && casting && { casting: { ...casting, target: to } }),
      })),
    narrate: ({ who, from, to }) =>
      line(say`${ref(who)} turns from ${maskedRef(from)} to ${maskedRef(to)}.`, 'plain', [
        [step('SEG-DECL-7', 'same weapon, same segment')],
      ]),
  },
);
