import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { line } from '../../../rules/event.ts';
import { type Draft, event, type PartialRuling, update, updateActivation, warriorOrSeatId } from '../state.ts';
import { fireTriggers } from '../triggers/triggers.ts';

/** DS-ACT-4. */
export const actionSpent = event(
  'action-spent',
  { warrior: warriorOrSeatId, on: z.enum(['move', 'attack', 'interact', 'skill']), actions: z.int().optional() },
  {
    apply: (state, { actions = 1 }) =>
      updateActivation(state, (now) => ({ ...now, actions: Math.max(0, now.actions - actions), started: true })),
    narrate: () => undefined,
  },
);

/** DS-TRIG-2. By an effect. */
export const actionsChanged = event(
  'actions-changed',
  { warrior: warriorOrSeatId, by: z.int() },
  {
    apply: (state, { by }) => updateActivation(state, (now) => ({ ...now, actions: Math.max(0, now.actions + by) })),
    narrate: () => undefined,
  },
);

/** DS-ACT-4, DS-GEN-4. Pays an action, or for a special skill several at once, and does what it is for; an effect that stops the paying stops both (DS-TRIG-7). */
export function* spendAction(
  draft: Draft,
  warrior: string,
  on: 'move' | 'attack' | 'interact' | 'skill',
  then: () => PartialRuling,
  actions = 1,
): PartialRuling {
  const before = yield* fireTriggers(draft, 'before', 'action.spend', warrior);
  if (before.cancelled) return;
  draft.emit(actionSpent({ warrior, on, ...(actions !== 1 && { actions }) }));
  yield* fireTriggers(draft, 'during', 'action.spend', warrior);
  yield* then();
  yield* fireTriggers(draft, 'after', 'action.spend', warrior);
}

/** DS-ACT-9, DS-ACT-10, DS-MOVE-16. */
export const activationEnded = event(
  'activation-ended',
  { warrior: warriorOrSeatId, why: z.enum(['command', 'nothing-left', 'wounded', 'removed']) },
  {
    apply: (state, { warrior }) => ({
      ...update(state, warrior, (each) => ({ ...each, ready: false })),
      activation: undefined,
    }),
    narrate: ({ warrior, why }) =>
      why === 'removed'
        ? undefined
        : line(
            say`The activation of ${ref(warrior)} ends${why === 'wounded' ? ' because the warrior is wounded' : ''}.`,
            'quiet',
          ),
  },
);
