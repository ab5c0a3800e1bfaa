import { z } from 'zod';
import { ref, say } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { line } from '../../rules/lines.ts';
import { oneOf } from '../../rules/params.ts';
import { done } from '../../rules/verb.ts';
import { compass } from '../../rules/view.ts';
import { checkAims } from './aim.ts';
import { turnBetween } from './board.ts';
import { actingNow, ifPlaced } from './checks.ts';
import { checkGuards } from './defending-ally/guard.ts';
import { type MoveRating, ratingOf } from './sheet.ts';
import {
  type Checked,
  event,
  type Facing,
  facingSchema,
  name,
  on,
  onTurn,
  order,
  type Placed,
  type Turn,
} from './state.ts';

/** SK-TURNING-2, SK-TURNING-7: turned before moving, or after it. Turning to where one faces already is no turn. */
export const turned = event(
  'turned',
  { who: name, from: facingSchema, to: facingSchema, when: z.enum(['before', 'after']) },
  {
    apply: (state, { who, from, to, when }) =>
      onTurn(
        on(state, who, () => ({ facing: to })),
        (scratch) =>
          when === 'after'
            ? { ...scratch, postTurned: true }
            : { ...scratch, preTurned: scratch.preTurned || from !== to },
      ),
    tell: ({ who, to }) => line(say`${ref(who)} turns to face ${to}.`, 'quiet'),
  },
);

/** SK-TURNING-4, SK-TURNING-5, SK-TURNING-6: facing steps of 45 degrees. */
const turningSteps: Readonly<Record<MoveRating['turning'], number>> = { F: 1, S: 2, A: 4 };

/**
 * SK-TURNING-1, SK-TURNING-2, SK-TURNING-3, SK-RUL-22: before moving any facing; after it, within the turning ability of
 * the facing it began moving with. There is no further rule (SK-RUL-23).
 */
export const mayTurn = (who: Placed, scratch: Turn, to: Facing): Checked<'before' | 'after'> => {
  if (!scratch.moved) return ok('before');
  if (scratch.preTurned) return refuse('TURN_AFTER_PRETURN', { actor: ref(who.name) });
  const steps = turningSteps[ratingOf(who.sheet).turning];
  const from = scratch.moveFacing ?? scratch.startFacing;
  return turnBetween(from, to) > steps
    ? refuse('TURN_TOO_FAR', { actor: ref(who.name), most: steps * 45, from })
    : ok('after');
};

const facings = ifPlaced((state, me) => {
  const { turn: scratch } = state;
  if (scratch?.who !== me.name) return [];
  return compass.filter((to) => mayTurn(me, scratch, to).ok).map((to) => ({ value: to, label: to }));
});

/** SK-TURNING-1. Turning provokes nobody (SK-AOO-10). */
export const turn = order({
  summary: 'Turn on the spot, before your action',
  role: 'player',
  params: z.strictObject({ facing: oneOf('Where you turn to', compass) }),
  offers: { facing: facings },
  resolve: (draft, call, { facing }) => {
    const acting = actingNow(draft.now(), call);
    if (!acting.ok) return acting;
    const { me, turn: scratch } = acting.value;
    const when = mayTurn(me, scratch, facing);
    if (!when.ok) return when;
    draft.emit({ type: 'turned', who: me.name, from: me.facing, to: facing, when: when.value });
    checkAims(draft, me.name);
    checkGuards(draft, me.name, false);
    return done;
  },
});
