import { z } from 'zod';
import { endActivation } from '../activation.ts';
import { inActivation } from '../checks.ts';
import { concluded, type Decided, type Part } from '../course.ts';
import { verb } from '../declare.ts';
import { underWay } from '../deeds.ts';

/** DS-CMD-15. After the last activation of a round, cleanup and the next round's preparation follow at once. */
export const end = verb({
  summary: 'End the activation of your warrior',
  role: 'player',
  params: z.strictObject({}),
  resolve: function* (state, call, _params, dice): Part<Decided> {
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const course = underWay(state, dice);
    yield* endActivation(course, 'command');
    return concluded(course);
  },
});
