import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { listed, sameName } from '../../../core/text.ts';
import { combatant, text } from '../../../rules/params.ts';
import { actingNow, notDead, onTheBoard, withinReach } from '../checks.ts';
import { verb } from '../declare.ts';
import { ledger } from '../ledger.ts';
import { breaths, breathTargets } from '../offers.ts';
import { breathe } from '../spells.ts';
import { endTurn, settle } from '../turns.ts';
import { defendAllyWindow } from '../window.ts';

/** SK-BREATH-1, SK-BREATH-2, SK-RUL-34. */
export const breath = verb({
  summary: 'Use a breath on somebody you directly face; ends the turn',
  role: 'player',
  params: z.strictObject({ breath: text('The breath', 60), target: combatant('On whom') }),
  offers: { breath: breaths, target: breathTargets },
  resolve: function* (state, call, { breath: wanted, target: name }, dice) {
    const acting = actingNow(state, call);
    if (!acting.ok) return acting;
    const { me } = acting.value;
    const used = me.sheet.breaths.find((each) => sameName(each.name, wanted));
    if (used === undefined) {
      const known = listed(me.sheet.breaths.map((each) => each.name)) || 'none';
      return refuse('UNKNOWN_BREATH', { actor: ref(me.name), breath: wanted, known });
    }
    const found = onTheBoard(state, name);
    if (!found.ok) return found;
    const alive = notDead(found.value);
    if (!alive.ok) return alive;
    const target = alive.value;
    if (target.name !== me.name) {
      const reached = withinReach(state, me, target, used.range);
      if (!reached.ok) return reached;
    }

    const book = ledger(state);
    const shield = yield* defendAllyWindow(book, { how: 'breath', attacker: me, ally: target }, used);
    breathe(book, dice, me.name, used, target.name, shield);
    endTurn(book);
    settle(book);
    return ok(book.events);
  },
});
