import type { EventOf } from './events.ts';
import { filledSlot } from './evolve-steps.ts';
import type { Combatant, SlotNumber } from './model.ts';

/** ST-NOM-3. */
export const declared = (me: Combatant, { stance, as, opened }: EventOf<'declared'>): Combatant => ({
  ...filledSlot(me, 1, { status: 'nominated', as, opened }),
  stance,
  intent: { second: me.intent.second },
});

/** ST-NOM-6. */
export const nominated = (me: Combatant, { as, opened }: EventOf<'nominated'>): Combatant => ({
  ...filledSlot(me, 2, { status: 'nominated', as, opened }),
  intent: { ...me.intent, second: undefined },
});

/** What was private is everybody’s now (`declarations`). */
export const opened = (me: Combatant, slot: SlotNumber): Combatant => {
  const action = me.actions[slot - 1];
  return action?.status === 'nominated' ? filledSlot(me, slot, { ...action, opened: true }) : me;
};

/** A sealed nomination that failed its checks is dropped (ST-NOM-4). */
export const sealBroken = (me: Combatant, slot: SlotNumber): Combatant => ({
  ...me,
  intent: slot === 1 ? { second: me.intent.second } : { ...me.intent, second: undefined },
});
