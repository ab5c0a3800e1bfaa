import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { squares } from '../../../rules/grid/square.ts';
import { settle } from '../activation.ts';
import { inActivation } from '../checks.ts';
import { concluded, type Decided, type Part } from '../course.ts';
import { verb } from '../declare.ts';
import { underWay } from '../deeds.ts';
import { checkedPath, wayOf } from '../movement.ts';
import { paths } from '../offers.ts';
import { walk } from '../walk.ts';

/** DS-CMD-7. */
export const move = verb({
  summary: 'Walk a path with the movement points you have',
  role: 'player',
  params: z.strictObject({ path: squares('Every space of the way, like D4 D5 E5') }),
  offers: { path: paths },
  resolve: function* (state, call, { path }, dice): Part<Decided> {
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const { activation, warrior } = acting.value;
    const way = wayOf(state, warrior);
    if (way === undefined) return refuse('no-board');
    const checked = checkedPath(way, path, activation.fearsome, activation.mp);
    if (!checked.ok) return checked;
    const course = underWay(state, dice);
    yield* walk(course, warrior.id, checked.value);
    yield* settle(course);
    return concluded(course);
  },
});
