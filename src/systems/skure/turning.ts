import { z } from 'zod';
import { ref, say } from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import { doneVerdict, oneOfParam } from '../../rules/verb.ts';
import { compassDirections } from '../../rules/view.ts';
import { offersForPlacedActor, orderInTurn, requireTurningAllowed } from './checks.ts';
import { endBrokenGuards } from './defending-ally.ts';
import { endLostAims } from './stances.ts';
import { combatantId, event, facingSchema, update, updateTurn } from './state.ts';

/** SK-TURNING-2, SK-TURNING-7: turned before moving, or after it. Turning to where one faces already is no turn. */
export const turned = event(
  'turned',
  { who: combatantId, from: facingSchema, to: facingSchema, when: z.enum(['before', 'after']) },
  {
    apply: (state, { who, from, to, when }) =>
      updateTurn(
        update(state, who, () => ({ facing: to })),
        (scratch) =>
          when === 'after'
            ? { ...scratch, postTurned: true }
            : { ...scratch, preTurned: scratch.preTurned || from !== to },
      ),
    narrate: ({ who, to }) => line(say`${ref(who)} turns to face ${to}.`, 'quiet'),
  },
);

const facings = offersForPlacedActor((state, me) => {
  const { turn: scratch } = state;
  if (scratch?.who !== me.name) return [];
  return compassDirections
    .filter((to) => requireTurningAllowed(me, scratch, to).ok)
    .map((to) => ({ value: to, label: to }));
});

/** SK-TURNING-1. Turning provokes nobody (SK-AOO-10). */
export const turn = orderInTurn({
  summary: 'Turn on the spot, before your action',
  params: z.strictObject({ facing: oneOfParam('The direction to face', compassDirections) }),
  offers: { facing: facings },
  resolve: (draft, { me, turn: scratch }, { facing }) => {
    const when = requireTurningAllowed(me, scratch, facing);
    if (!when.ok) return when;
    draft.emit(turned({ who: me.name, from: me.facing, to: facing, when: when.value }));
    endLostAims(draft, me.name);
    endBrokenGuards(draft, me.name, false);
    return doneVerdict;
  },
});
