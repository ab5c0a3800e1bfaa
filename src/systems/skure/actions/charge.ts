import { z } from 'zod';
import { combatant, oneOf } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { chargeHome, laneOf, runLane } from '../charging.ts';
import { actingNow, enemyCalled } from '../checks.ts';
import { defendAllyWindow } from '../defending-ally/interception.ts';
import { altitudesOffered, chargeTargets } from '../offers.ts';
import { ratingOf } from '../sheet.ts';
import { findPlaced, order } from '../state.ts';

/** SK-CHARGE-1..14; for a flyer it is a dive (SK-CHARGE-12). */
export const charge = order({
  summary: 'Charge an enemy in a straight line, or dive on it; the only thing done in a turn',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({
    target: combatant('Whom you charge'),
    altitude: oneOf('For a flyer: where the dive ends; left out: on the ground', ['ground', 'low', 'mid']).default(
      'ground',
    ),
  }),
  offers: { target: chargeTargets, altitude: altitudesOffered },
  resolve: function* (draft, call, { target: name, altitude }) {
    const state = draft.now();
    const acting = actingNow(state, call);
    if (!acting.ok) return acting;
    const { me } = acting.value;
    const enemy = enemyCalled(state, me, name);
    if (!enemy.ok) return enemy;
    const lane = laneOf(state, me, enemy.value);
    if (!lane.ok) return lane;

    const target = enemy.value.name;
    const ends = ratingOf(me.sheet).type === 'Flying' ? altitude : 'ground';
    const run = { who: me.name, target, lane: lane.value, altitude: ends } as const;
    if (runLane(draft, run)) {
      const [attacker, ally] = [findPlaced(draft.now(), me.name), findPlaced(draft.now(), target)];
      chargeHome(draft, run, yield* defendAllyWindow(draft, { how: 'charge', attacker, ally }));
    }
    return done;
  },
});
