import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { combatants, oneOf } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { called, placeCalled } from '../checks.ts';
import { endTest } from '../ending.ts';
import { lapseOffers } from '../handling.ts';
import { forced, mayBeForced } from '../mounts.ts';
import { units } from '../offers.ts';
import { advance } from '../rounds.ts';
import { recompute } from '../skirmish.ts';

/** SW-MOUNT-10..12, SW-AIR-3, SW-AIR-4. */
export const force = order({
  summary: 'Knock prone, move by force, or knock unconscious',
  role: 'gm',
  params: z.strictObject({
    cause: oneOf('What happens', ['prone', 'moved', 'unconscious']),
    who: combatants('To whom; left out: the unit itself').optional(),
    to: z.string().max(40).meta({ description: 'Where to, when moved: an area, or metres' }).optional(),
  }),
  offers: { who: units },
  resolve: (draft, call, { cause, who = [call.actor], to }) => {
    const state = draft.now();
    if (!call.gm) return refuse('E_GM_ONLY');
    const ids: string[] = [];
    for (const name of who) {
      const unit = called(state, name);
      if (!unit.ok) return unit;
      ids.push(unit.value.id);
    }
    const side = state.units.find(({ id }) => id === ids[0])?.side;
    const goal = cause === 'moved' ? placeCalled(state, to ?? '', side) : undefined;
    if (goal && !goal.ok) return goal;
    if (goal !== undefined) {
      const open = mayBeForced(state, ids, goal.value);
      if (!open.ok) return open;
    }
    forced(draft, cause, ids, goal?.value ?? {});
    if (state.stage === 'combat') {
      lapseOffers(draft);
      recompute(draft);
      if (!endTest(draft)) advance(draft);
    }
    return done;
  },
});
