import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { square, squareName } from '../../../rules/grid/square.ts';
import { combatant } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { groundOf, onBoard, same, sealed } from '../board.ts';
import { onTurn, ownWarrior } from '../checks.ts';
import { freeSpaces } from '../deployment.ts';
import { forCurrent, unplaced } from '../offers.ts';
import { figuresOf } from '../seats.ts';
import { deployNext } from '../start.ts';
import { order } from '../state.ts';

/** DS-CMD-3, DS-SCEN-3. */
export const deploy = order({
  summary: 'Place one of your warriors in your deployment zone',
  role: 'player',
  params: z.strictObject({
    warrior: combatant('Which of your warriors'),
    to: square('A free space of your deployment zone'),
  }),
  offers: {
    warrior: unplaced,
    to: forCurrent((state) =>
      freeSpaces(state, state.current ?? '').map((space) => ({ value: squareName(space), label: squareName(space) })),
    ),
  },
  resolve: function* (draft, call, { warrior: name, to }) {
    const state = draft.now();
    const seat = onTurn(state, call, 'deploy');
    if (!seat.ok) return seat;
    const own = ownWarrior(state, seat.value, name);
    if (!own.ok) return own;
    const { id, at } = own.value;
    if (at !== undefined || own.value.removed !== undefined) return refuse('E_ALREADY_DEPLOYED', { warrior: ref(id) });
    const space = squareName(to);
    if (state.board === undefined || !onBoard(state.board, to)) return refuse('E_OUT_OF_BOARD', { space });
    const zone = state.zones[seat.value.id];
    if (zone !== undefined && !zone.some((each) => same(each, to))) return refuse('E_NOT_IN_ZONE', { space });
    if (figuresOf(state).some((figure) => same(figure.at, to))) return refuse('E_SPACE_OCCUPIED', { space });
    if (sealed(groundOf(state.board), to)) return refuse('E_END_SEALED', { space });
    draft.emit({ type: 'deployed', warrior: id, at: to });
    yield* deployNext(draft, seat.value.id);
    return done;
  },
});
