import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { combatant, oneOf } from '../../../rules/params.ts';
import { chargeHome, laneOf, runLane } from '../charging.ts';
import { actingNow, enemyCalled } from '../checks.ts';
import { standing } from '../combatants.ts';
import { verb } from '../declare.ts';
import { ledger } from '../ledger.ts';
import { altitudesOffered, chargeTargets } from '../offers.ts';
import { ratingOf } from '../sheet.ts';
import { endTurn, settle } from '../turns.ts';
import { defendAllyWindow } from '../window.ts';

/** SK-CHARGE-1..14; for a flyer it is a dive (SK-CHARGE-12). */
export const charge = verb({
  summary: 'Charge an enemy in a straight line, or dive on it; the only thing done in a turn',
  role: 'player',
  params: z.strictObject({
    target: combatant('Whom you charge'),
    altitude: oneOf('For a flyer: where the dive ends; left out: on the ground', ['ground', 'low', 'mid']).default(
      'ground',
    ),
  }),
  offers: { target: chargeTargets, altitude: altitudesOffered },
  resolve: function* (state, call, { target: name, altitude }, dice) {
    const acting = actingNow(state, call);
    if (!acting.ok) return acting;
    const { me } = acting.value;
    const enemy = enemyCalled(state, me, name);
    if (!enemy.ok) return enemy;
    const lane = laneOf(state, me, enemy.value);
    if (!lane.ok) return lane;

    const book = ledger(state);
    const target = enemy.value.name;
    const ends = ratingOf(me.sheet).type === 'Flying' ? altitude : 'ground';
    const run = { who: me.name, target, lane: lane.value, altitude: ends } as const;
    if (runLane(book, dice, run)) {
      const [attacker, ally] = [standing(book.now(), me.name), standing(book.now(), target)];
      chargeHome(book, dice, run, yield* defendAllyWindow(book, { how: 'charge', attacker, ally }));
    }
    endTurn(book);
    settle(book);
    return ok(book.events);
  },
});
