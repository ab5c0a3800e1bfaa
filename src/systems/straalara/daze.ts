import { ref, say } from '../../core/message.ts';
import { line, step } from '../../rules/lines.ts';
import type { Settings } from './settings.ts';
import { type Combatant, combatantId, endSlot, endStep, event, slotNumberSchema, update } from './state.ts';

/** ST-DAZE-1, ST-DAZE-2, ST-RUL-46: one source against stamina alone. Equal is not enough. */
export const isDazing = (target: Combatant, rolled: number, healthLost: number, { dazeBasis }: Settings): boolean =>
  (dazeBasis === 'rolled' ? rolled : healthLost) > target.sheet.attributes.stamina;

/** ST-DAZE-3, ST-RUL-47: the step is lost and, unless the whole turn is the price, the daze with it. */
const shakenOff = (me: Combatant, { dazeLoses }: Settings): Combatant =>
  dazeLoses === 'next-action' ? { ...me, dazed: false } : { ...me, dazeEnds: true };

/** ST-DAZE-3. */
export const stepLost = event(
  'step-lost',
  { who: combatantId, slot: slotNumberSchema },
  {
    apply: (state, { who, slot }) =>
      endStep(
        update(state, who, (me) => shakenOff(endSlot(me, slot, 'lost'), state.settings)),
        who,
        slot,
      ),
    narrate: ({ who }) =>
      line(say`${ref(who)} is dazed and loses this action.`, 'bad', [[step('ST-DAZE-3', 'the next action is lost')]]),
  },
);
