import { z } from 'zod';
import { count, ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatantParam, oneOfParam } from '../../../rules/params.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { bearingBetween, isLineClear, requiredMeleeReach, requiredRangedReach } from '../board.ts';
import {
  attackableFoes,
  combatantOffer,
  offersForPlacedActor,
  requireCanAct,
  requireEnemy,
  requireFacing,
  requireInRange,
  requireRangedReach,
} from '../checks.ts';
import { askDefenders } from '../defending-ally/interception.ts';
import { type CheckResult, order, type PlacedCombatant, type State } from '../state.ts';
import { counterAttackIfMissed, resolveAttack } from './resolve-attack.ts';

type Mode = 'melee' | 'ranged';

/** Melee where it reaches (SK-ATK-2), else ranged where there is a ranged attack. */
export const defaultAttackMode = (state: State, me: PlacedCombatant, target: PlacedCombatant): Mode =>
  requiredMeleeReach(state, me, target) <= me.sheet.meleeRange || me.sheet.rangedRange === null ? 'melee' : 'ranged';

/** `NO_RANGED_ATTACK`, `OUT_OF_RANGE`, `NOT_FACING` (SK-ATK-2, SK-ATK-3, SK-ATK-4, SK-ATK-6), and the line of SK-RUL-57. */
const requireInReach = (
  state: State,
  me: PlacedCombatant,
  target: PlacedCombatant,
  mode: Mode,
): CheckResult<PlacedCombatant> => {
  if (mode === 'ranged') {
    const range = me.sheet.rangedRange;
    return range === null
      ? refuse('NO_RANGED_ATTACK', { actor: ref(me.name) })
      : requireRangedReach(state, me, target, range);
  }
  const near = requireInRange(target, requiredMeleeReach(state, me, target), me.sheet.meleeRange);
  return near.ok ? requireFacing(state, me, target) : near;
};

/** Those who can be struck now, in melee or at range. */
export const offerAttackTargets = offersForPlacedActor((state, me, { mode }) =>
  attackableFoes(state, me).flatMap((each) => {
    if (bearingBetween(me.at, each.at) !== me.facing) return [];
    const far = requiredRangedReach(state, me, each);
    const melee = requiredMeleeReach(state, me, each) <= me.sheet.meleeRange && mode !== 'ranged';
    const clear = isLineClear(state, me.at, each.at);
    const ranged = far <= (me.sheet.rangedRange ?? 0) && mode !== 'melee' && clear;
    return melee || ranged ? [combatantOffer(each, melee ? 'in reach' : count(far, 'space'))] : [];
  }),
);

/** SK-ATK-1, SK-ATK-5; section 6. */
export const attack = order({
  summary: 'Attack an enemy you directly face, in melee or at range; ends the turn',
  role: 'player',
  visibility: 'seen',
  params: z.strictObject({
    target: combatantParam('Who to attack'),
    mode: oneOfParam('Melee or ranged; default: melee if in reach, otherwise ranged', ['melee', 'ranged']).optional(),
  }),
  offers: { target: offerAttackTargets },
  resolve: function* (draft, call, { target: wanted, mode }) {
    const acting = requireCanAct(draft.now(), call);
    if (!acting.ok) return acting;
    const { me } = acting.value;
    const enemy = requireEnemy(draft.now(), me, wanted);
    if (!enemy.ok) return enemy;
    const target = enemy.value;
    const how = mode ?? defaultAttackMode(draft.now(), me, target);
    const reached = requireInReach(draft.now(), me, target, how);
    if (!reached.ok) return reached;

    const shield = yield* askDefenders(draft, { how, attacker: me, ally: target });
    const blow = resolveAttack(draft, how, {
      attacker: me.name,
      target: shield ?? target.name,
      instead: shield === undefined ? undefined : target.name,
    });
    if (how === 'melee' && shield === undefined) counterAttackIfMissed(draft, me.name, target.name, blow);
    return doneVerdict;
  },
});
