import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { line, step } from '../../../rules/lines.ts';
import { prefixSegment } from '../rows.ts';
import { actionSlotSchema, combatantId, event, update, updateSlot } from '../state.ts';

/** Why an attack or action is lost, in words; anything else stands as it is. */
const lostWords: Readonly<Record<string, string>> = {
  moved: 'forced to move',
  weapon: 'the weapon is not in hand',
  'no target': 'no one to attack',
  forgone: 'given up',
  energy: 'too little energy',
  late: 'too late in the round',
  GM: 'the GM decided so',
};

export const describeLoss = (why: string): string => lostWords[why] ?? why;

/** SEG-DECL-7, SEG-DECL-8. */
export const actionLost = event(
  'lost',
  {
    who: combatantId,
    number: z.int(),
    segment: z.int(),
    kind: actionSlotSchema.shape.kind,
    why: z.string(),
  },
  {
    isRolledForAll: () => true,
    apply: (state, event) => {
      const { who, number, segment, why } = event;
      const next = updateSlot({ ...state, pending: undefined }, who, number, {
        status: 'lost',
        at: segment,
        lost: why,
      });
      return event.kind === 'cast' ? update(next, who, () => ({ casting: undefined })) : next;
    },
    narrate: ({ who, segment, kind, why }) => {
      const what = { attack: 'an attack', cast: 'its spell', 'first-aid': 'its first aid', other: 'its action' }[kind];
      return line(prefixSegment(segment, say`${ref(who)} loses ${what}: ${describeLoss(why)}.`), 'quiet', [
        [step(why === 'no target' ? 'SEG-DECL-7' : 'SEG-DECL-8', describeLoss(why))],
      ]);
    },
  },
);
