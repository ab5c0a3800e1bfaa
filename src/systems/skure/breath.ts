import { z } from 'zod';
import { ref } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { isSameName, listed } from '../../core/text.ts';
import { combatantParam, textParam } from '../../rules/params.ts';
import { doneVerdict } from '../../rules/verb.ts';
import { resolveAttack } from './attack/resolve-attack.ts';
import {
  offerMagicTargets,
  offersForPlacedActor,
  requireCanAct,
  requireNotDead,
  requireOnBoard,
  requireRangedReach,
} from './checks.ts';
import { askDefenders } from './defending-ally/interception.ts';
import { order } from './state.ts';

export const offerBreaths = offersForPlacedActor((_, me) =>
  me.sheet.breaths.map((each) => ({ value: each.name, label: each.name })),
);

const breathTargets = offersForPlacedActor((state, me, { breath: chosen }) =>
  me.sheet.breaths
    .filter((each) => chosen === undefined || each.name === chosen)
    .flatMap((each) => offerMagicTargets(state, me, each.range)),
);

/** SK-BREATH-1, SK-BREATH-2. Somebody may take it for an ally where breath is physical (SK-RUL-34). */
export const breath = order({
  summary: 'Use a breath on a target you directly face; ends the turn',
  role: 'player',
  visibility: 'seen',
  params: z.strictObject({ breath: textParam('The breath', 60), target: combatantParam('Who to cast it on') }),
  offers: { breath: offerBreaths, target: breathTargets },
  resolve: function* (draft, call, { breath: wanted, target: at }) {
    const acting = requireCanAct(draft.now(), call);
    if (!acting.ok) return acting;
    const { me } = acting.value;
    const used = me.sheet.breaths.find((each) => isSameName(each.name, wanted));
    if (used === undefined) {
      const known = listed(me.sheet.breaths.map((each) => each.name));
      return refuse('UNKNOWN_BREATH', { actor: ref(me.name), breath: wanted, known });
    }
    const found = requireOnBoard(draft.now(), at);
    if (!found.ok) return found;
    const alive = requireNotDead(found.value);
    if (!alive.ok) return alive;
    const target = alive.value;
    if (target.name !== me.name) {
      const reached = requireRangedReach(draft.now(), me, target, used.range);
      if (!reached.ok) return reached;
    }
    const shield = yield* askDefenders(draft, { how: 'breath', attacker: me, ally: target }, used);
    const instead = shield === undefined ? undefined : target.name;
    resolveAttack(draft, 'breath', { attacker: me.name, target: shield ?? target.name, instead }, used);
    return doneVerdict;
  },
});
