import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { flag } from '../../../rules/params.ts';
import { commanded, stageNames } from '../checks.ts';
import { courseFrom } from '../course.ts';
import { rollInitiative, stillToRoll } from '../initiative.ts';
import { running } from '../roster.ts';
import { settle } from '../turn.ts';
import { verb } from '../verbs.ts';

/** INIT and INIT all: ST-INIT-3, ST-INIT-4. */
export const initiative = verb({
  summary: 'Roll initiative for this turn',
  role: 'player',
  params: z.strictObject({ all: flag('The GM rolls for everybody who has not').default(false) }),
  resolve: (state, call, { all }, dice) => {
    const course = courseFrom(state);
    if (all) {
      if (!running(state)) return refuse('COMBAT_NOT_ACTIVE');
      if (state.stage !== 'INITIATIVE') return refuse('WRONG_STAGE', { stage: stageNames[state.stage] });
      if (!call.gm) return refuse('NOT_GM');
      for (const each of stillToRoll(state)) rollInitiative(course, each, dice);
    } else {
      const me = commanded(state, call, 'INITIATIVE');
      if (!me.ok) return me;
      const { name, score } = me.value;
      if (score !== undefined) return refuse('ALREADY_ROLLED', { name: ref(name), score });
      rollInitiative(course, me.value, dice);
    }
    settle(course, dice);
    return ok(course.events());
  },
});
