import { z } from 'zod';
import { asGm } from '../checks.ts';
import { concluded, type Decided, type Part } from '../course.ts';
import { verb } from '../declare.ts';
import { underWay } from '../deeds.ts';
import { tactics as run } from '../rounds.ts';

/** DS-CMD-4. Only needed where Tactics tests wait for the GM (`round.tactics` = `command`). */
export const tactics = verb({
  summary: 'Run the Tactics tests of the round',
  role: 'gm',
  params: z.strictObject({}),
  resolve: function* (state, call, _params, dice): Part<Decided> {
    const gm = asGm(state, call, 'preparation');
    if (!gm.ok) return gm;
    const course = underWay(state, dice);
    yield* run(course);
    return concluded(course);
  },
});
