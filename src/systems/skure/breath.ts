import { z } from 'zod';
import { ref } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { isSameName, listed } from '../../core/text.ts';
import { combatant, text } from '../../rules/params.ts';
import { done } from '../../rules/verb.ts';
import { strike } from './attack/blow.ts';
import { actingNow, ifPlaced, notDead, onTheBoard, withinMagic, withinReach } from './checks.ts';
import { defendAllyWindow } from './defending-ally/interception.ts';
import { order } from './state.ts';

export const breaths = ifPlaced((_, me) => me.sheet.breaths.map((each) => ({ value: each.name, label: each.name })));

const breathTargets = ifPlaced((state, me, { breath: chosen }) =>
  me.sheet.breaths
    .filter((each) => chosen === undefined || each.name === chosen)
    .flatMap((each) => withinMagic(state, me, each.range)),
);

/** SK-BREATH-1, SK-BREATH-2. Somebody may take it for an ally where breath is physical (SK-RUL-34). */
export const breath = order({
  summary: 'Use a breath on somebody you directly face; ends the turn',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({ breath: text('The breath', 60), target: combatant('On whom') }),
  offers: { breath: breaths, target: breathTargets },
  resolve: function* (draft, call, { breath: wanted, target: at }) {
    const acting = actingNow(draft.now(), call);
    if (!acting.ok) return acting;
    const { me } = acting.value;
    const used = me.sheet.breaths.find((each) => isSameName(each.name, wanted));
    if (used === undefined) {
      const known = listed(me.sheet.breaths.map((each) => each.name));
      return refuse('UNKNOWN_BREATH', { actor: ref(me.name), breath: wanted, known });
    }
    const found = onTheBoard(draft.now(), at);
    if (!found.ok) return found;
    const alive = notDead(found.value);
    if (!alive.ok) return alive;
    const target = alive.value;
    if (target.name !== me.name) {
      const reached = withinReach(draft.now(), me, target, used.range);
      if (!reached.ok) return reached;
    }
    const shield = yield* defendAllyWindow(draft, { how: 'breath', attacker: me, ally: target }, used);
    const instead = shield === undefined ? undefined : target.name;
    strike(draft, 'breath', { attacker: me.name, target: shield ?? target.name, instead }, used);
    return done;
  },
});
