import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { line, step } from '../../../rules/lines.ts';
import { query } from '../action.ts';
import { openingAdvice } from '../placement.ts';

/** SW-PLACE-6. Advice, not enforced. */
export const opening = query({
  summary: 'How far apart the parties usually start in Standard',
  params: z.strictObject({}),
  answer: () =>
    ok({
      title: 'Opening distance',
      lines: [
        ...openingAdvice.map(({ situation, metres }) =>
          line(`${situation}: ${metres}.`, 'plain', [[step('SW-PLACE-6', metres)]]),
        ),
        line('Vanguards 1–2 m from the enemy, the others 3–5 m behind the front.'),
      ],
    }),
});
