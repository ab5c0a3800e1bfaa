import { z } from 'zod';
import { say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant, whole } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { endTest } from '../ending.ts';
import { deathCheck as check } from '../life.ts';
import { advance } from '../rounds.ts';
import { bodyCalled, bodyText, isDead } from '../units.ts';

/** SW-DEATH-1, SW-DEATH-2. Beside those that are rolled at once when they are due. */
export const deathCheck = order({
  summary: 'Roll a Death Check',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Who rolls; left out: the unit itself').optional(),
    harder: whole('Added to the target number', -99, 99).default(0),
  }),
  offers: {
    target: (state) =>
      state.units.flatMap((unit) =>
        unit.bodies
          .filter((body) => body.hp <= 0 && !isDead(body))
          .map(({ id }) => ({ value: id, label: bodyText(unit, { id }) })),
      ),
  },
  resolve: (draft, call, { target, harder }) => {
    const state = draft.now();
    if (!call.gm) return refuse('E_GM_ONLY');
    const found = bodyCalled(state, target ?? call.actor);
    if (found === undefined || isDead(found.body)) return refuse('E_NO_TARGET');
    if (found.body.hp > 0) return refuse('E_NOT_NOW', { why: say`${bodyText(found.unit, found.body)} is above 0 HP` });
    check(draft, found.body.id, harder);
    if (state.stage === 'combat' && !endTest(draft)) advance(draft);
    return done;
  },
});
