import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { line, step } from '../../../rules/lines.ts';
import { onSegment } from '../rows.ts';
import { combatantId, event, on, slotChange, slotSchema } from '../state.ts';

/** Why an attack or action is lost, in words; anything else stands as it is. */
const lostWords: Readonly<Record<string, string>> = {
  moved: 'forced to move',
  weapon: 'the weapon is not in hand',
  'no target': 'nobody to strike',
  forgone: 'given up',
  energy: 'too little energy',
  late: 'too late in the round',
  GM: 'by the GM',
};

export const lostWhy = (why: string): string => lostWords[why] ?? why;

/** SEG-DECL-7, SEG-DECL-8. */
export const lost = event(
  'lost',
  {
    who: combatantId,
    number: z.int(),
    segment: z.int(),
    kind: slotSchema.shape.kind,
    why: z.string(),
  },
  {
    rollsForAll: () => true,
    apply: (state, event) => {
      const { who, number, segment, why } = event;
      const next = slotChange({ ...state, pending: undefined }, who, number, {
        status: 'lost',
        at: segment,
        lost: why,
      });
      return event.kind === 'cast' ? on(next, who, () => ({ casting: undefined })) : next;
    },
    tell: ({ who, segment, kind, why }) => {
      const what = { attack: 'an attack', cast: 'its spell', 'first-aid': 'its first aid', other: 'its action' }[kind];
      return line(onSegment(segment, say`${ref(who)} loses ${what}: ${lostWhy(why)}.`), 'quiet', [
        [step(why === 'no target' ? 'SEG-DECL-7' : 'SEG-DECL-8', lostWhy(why))],
      ]);
    },
  },
);
