import { z } from 'zod';
import { combatants } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { called, commanded } from '../checks.ts';
import { mayRoll, initiative as rollInitiative } from '../initiative.ts';
import { ableCharacters } from '../offers.ts';

/** SW-INIT-1..4. */
export const initiative = order({
  summary: 'Roll for which side acts first',
  role: 'player',
  params: z.strictObject({ rollers: combatants('Who rolls; left out: every able character').optional() }),
  offers: { rollers: ableCharacters },
  resolve: (draft, call, { rollers }) => {
    const state = draft.now();
    if (!call.gm) {
      const unit = commanded(state, call);
      if (!unit.ok) return unit;
    }
    const ready = mayRoll(state);
    if (!ready.ok) return ready;
    const ids: string[] = [];
    for (const name of rollers ?? []) {
      const unit = called(state, name);
      if (!unit.ok) return unit;
      ids.push(unit.value.id);
    }
    const rolled = rollInitiative(draft, rollers === undefined ? undefined : ids);
    return rolled.ok ? done : rolled;
  },
});
