import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { query } from '../declare.ts';
import { warbandLines } from '../warband-lines.ts';
import { warbandFrom } from '../warband-report.ts';

/** DS-CMD-1, DS-WB-20. */
export const validate = query({
  summary: 'Check a warband and add up its cost',
  params: z.strictObject({
    warband: z.string().min(2).max(6000).meta({ description: 'The warband as JSON: name, primaryRace, warriors' }),
  }),
  answer: (state, _call, { warband }) => {
    const read = warbandFrom(warband);
    return read.ok
      ? ok({ title: read.value.name || 'Warband', lines: warbandLines(read.value, state.settings) })
      : refuse('nothing-known', { problem: read.error });
  },
});
