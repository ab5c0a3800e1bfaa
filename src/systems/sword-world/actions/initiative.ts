import { z } from 'zod';
import { combatants } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { called, commanded } from '../checks.ts';
import { mayRoll, initiative as rollInitiative } from '../initiative.ts';
import { ableCharacters } from '../offers.ts';
import { decided, unfolding } from '../unfolding.ts';

/** SW-INIT-1..4. */
export const initiative = action({
  summary: 'Roll for which side acts first',
  role: 'player',
  params: z.strictObject({ rollers: combatants('Who rolls; left out: every able character').optional() }),
  offers: { rollers: ableCharacters },
  resolve: (state, call, { rollers }, dice) => {
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
    const course = unfolding(state);
    const rolled = rollInitiative(course, rollers === undefined ? undefined : ids, dice);
    return rolled.ok ? decided(course) : rolled;
  },
});
