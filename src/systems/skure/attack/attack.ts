import { z } from 'zod';
import { count, ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant, oneOf } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { bearing, lineIsClear, meleeReach, rangedReach } from '../board.ts';
import {
  actingNow,
  combatantOffer,
  enemyCalled,
  foes,
  ifPlaced,
  inRange,
  requireFacing,
  withinReach,
} from '../checks.ts';
import { defendAllyWindow } from '../defending-ally/interception.ts';
import { type Checked, order, type Placed, type State } from '../state.ts';
import { counterIfMissed, strike } from './blow.ts';

type Mode = 'melee' | 'ranged';

/** Melee where it reaches (SK-ATK-2), else ranged where there is a ranged attack. */
export const usualMode = (state: State, me: Placed, target: Placed): Mode =>
  meleeReach(state, me, target) <= me.sheet.meleeRange || me.sheet.rangedRange === null ? 'melee' : 'ranged';

/** `NO_RANGED_ATTACK`, `OUT_OF_RANGE`, `NOT_FACING` (SK-ATK-2, SK-ATK-3, SK-ATK-4, SK-ATK-6), and the line of SK-RUL-57. */
const inReach = (state: State, me: Placed, target: Placed, mode: Mode): Checked<Placed> => {
  if (mode === 'ranged') {
    const range = me.sheet.rangedRange;
    return range === null ? refuse('NO_RANGED_ATTACK', { actor: ref(me.name) }) : withinReach(state, me, target, range);
  }
  const near = inRange(target, meleeReach(state, me, target), me.sheet.meleeRange);
  return near.ok ? requireFacing(state, me, target) : near;
};

/** Those who can be struck now, in melee or at range. */
export const attackTargets = ifPlaced((state, me, { mode }) =>
  foes(state, me).flatMap((each) => {
    if (bearing(me.at, each.at) !== me.facing) return [];
    const far = rangedReach(state, me, each);
    const melee = meleeReach(state, me, each) <= me.sheet.meleeRange && mode !== 'ranged';
    const clear = lineIsClear(state, me.at, each.at);
    const ranged = far <= (me.sheet.rangedRange ?? 0) && mode !== 'melee' && clear;
    return melee || ranged ? [combatantOffer(each, melee ? 'in reach' : count(far, 'space'))] : [];
  }),
);

/** SK-ATK-1, SK-ATK-5; section 6. */
export const attack = order({
  summary: 'Strike or shoot an enemy that you directly face; ends the turn',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({
    target: combatant('Whom to attack'),
    mode: oneOf('Melee or ranged; by default melee where it reaches, else ranged', ['melee', 'ranged']).optional(),
  }),
  offers: { target: attackTargets },
  resolve: function* (draft, call, { target: wanted, mode }) {
    const acting = actingNow(draft.now(), call);
    if (!acting.ok) return acting;
    const { me } = acting.value;
    const enemy = enemyCalled(draft.now(), me, wanted);
    if (!enemy.ok) return enemy;
    const target = enemy.value;
    const how = mode ?? usualMode(draft.now(), me, target);
    const reached = inReach(draft.now(), me, target, how);
    if (!reached.ok) return reached;

    const shield = yield* defendAllyWindow(draft, { how, attacker: me, ally: target });
    const blow = strike(draft, how, {
      attacker: me.name,
      target: shield ?? target.name,
      instead: shield === undefined ? undefined : target.name,
    });
    if (how === 'melee' && shield === undefined) counterIfMissed(draft, me.name, target.name, blow);
    return done;
  },
});
