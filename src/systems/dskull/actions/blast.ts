import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { square, squareName } from '../../../rules/grid/square.ts';
import { oneOf, text } from '../../../rules/params.ts';
import { settle } from '../activation.ts';
import { blast as strike } from '../area-attacks.ts';
import { shotFault } from '../attack.ts';
import { wielded } from '../attack-actions.ts';
import { onBoard, same } from '../board.ts';
import { inActivation } from '../checks.ts';
import { concluded, type Decided, type Part } from '../course.ts';
import { verb } from '../declare.ts';
import { underWay } from '../deeds.ts';
import { terrainOf } from '../engagement.ts';
import { activeWeapons, blastable } from '../offers.ts';
import { shotAt } from '../ranged.ts';
import { corners } from '../sight.ts';

/** DS-CMD-10, DS-AOE-1. */
export const blast = verb({
  summary: 'Aim an area attack at a space',
  role: 'player',
  params: z.strictObject({
    to: square('The space you aim at, with or without a figure'),
    weapon: text('With which weapon; left out, the first with an attack left', 100).optional(),
    corner: oneOf('From which corner of your space you look; left out, the best', corners).optional(),
  }),
  offers: { to: blastable, weapon: activeWeapons(true) },
  asks: () => ['weapon'],
  resolve: function* (state, call, { to, weapon, corner }, dice): Part<Decided> {
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
    const course = underWay(state, dice);
    yield* strike(course, wielding.value, to, corner);
    yield* settle(course);
    return concluded(course);
  },
});
