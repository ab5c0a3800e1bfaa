import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { square, squareName } from '../../../rules/grid/square.ts';
import { oneOf, text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { settle } from '../activation.ts';
import { blast as strike } from '../area-attacks.ts';
import { shotFault } from '../attack.ts';
import { wielded } from '../attack-actions.ts';
import { onBoard, same } from '../board.ts';
import { inActivation } from '../checks.ts';
import { terrainOf } from '../engagement.ts';
import { activeWeapons, blastable } from '../offers.ts';
import { shotAt } from '../ranged.ts';
import { corners } from '../sight.ts';
import { order } from '../state.ts';

/** DS-CMD-10, DS-AOE-1. */
export const blast = order({
  summary: 'Aim an area attack at a space',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({
    to: square('The space you aim at, with or without a figure'),
    weapon: text('With which weapon; left out, the first with an attack left', 100).optional(),
    corner: oneOf('From which corner of your space you look; left out, the best', corners).optional(),
  }),
  offers: { to: blastable, weapon: activeWeapons(true) },
  asks: () => ['weapon'],
  resolve: function* (draft, call, { to, weapon, corner }) {
    const state = draft.now();
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const wielding = wielded(state.settings, acting.value, weapon, true);
    if (!wielding.ok) return wielding;
    const terrain = terrainOf(state);
    if (terrain === undefined || state.board === undefined) return refuse('no-board');
    const { warrior } = acting.value;
    if (!onBoard(state.board, to)) return refuse('E_OUT_OF_BOARD', { space: squareName(to) });
    if (same(to, warrior.at)) return refuse('E_TARGET_OWN_SPACE');
    const shot = shotFault(terrain, shotAt(terrain, warrior, wielding.value.weapon, to, corner));
    if (!shot.ok) return shot;
    yield* strike(draft, wielding.value, to, corner);
    yield* settle(draft);
    return done;
  },
});
