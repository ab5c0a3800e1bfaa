import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { line, type UnresolvedLine } from '../../../rules/lines.ts';
import type { Reader } from '../../../rules/reader.ts';
import {
  type Combatant,
  combatantId,
  event,
  type Nomination,
  nominationSchema,
  replace,
  type SealedNomination,
  type SlotNumber,
  stances,
  withSlot,
} from '../state.ts';
import { describeFullAction } from './action.ts';

interface Nominated {
  readonly who: string;
  readonly as: Nomination;
  readonly opened: boolean;
}

const nominatedSlot = (me: Combatant, slot: SlotNumber, { as, opened: known }: Nominated): Combatant => ({
  ...withSlot(me, slot, { status: 'nominated', as, opened: known }),
  intent: withoutSealedAction(me.intent, slot),
});

/** ST-NOM-3, ST-NOM-4; under `declarations: private` others learn only that it was done. */
const nominationLine = (
  { who, as, opened: known }: Nominated,
  stance: string | undefined,
  reader: Reader,
): UnresolvedLine => {
  if (!known && !reader.isControlled(who)) return line(say`${ref(who)} has nominated.`, 'quiet');
  const words = describeFullAction(who, as, reader);
  return line(
    stance === undefined
      ? say`${ref(who)} nominates a second action: ${words}.`
      : say`${ref(who)} takes the ${stance} stance and nominates ${words}.`,
  );
};

/** ST-NOM-3, ST-NOM-5, ST-RUL-13: it binds. */
export const declared = event(
  'declared',
  { who: combatantId, stance: z.enum(stances), as: nominationSchema, opened: z.boolean(), sealed: z.boolean() },
  {
    apply: (state, happened) =>
      replace(state, happened.who, (me) => ({ ...nominatedSlot(me, 1, happened), stance: happened.stance })),
    narrate: (happened, { reader }) => nominationLine(happened, happened.stance, reader),
  },
);

/** ST-NOM-6. */
export const nominated = event(
  'nominated',
  { who: combatantId, as: nominationSchema, opened: z.boolean(), sealed: z.boolean() },
  {
    apply: (state, happened) => replace(state, happened.who, (me) => nominatedSlot(me, 2, happened)),
    narrate: (happened, { reader }) => nominationLine(happened, undefined, reader),
  },
);

/** What stays sealed when the nomination of that slot has been opened. */
export const withoutSealedAction = (intent: SealedNomination, slot: SlotNumber): SealedNomination =>
  slot === 1 ? { second: intent.second } : { ...intent, second: undefined };
