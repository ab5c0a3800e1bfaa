import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { line } from '../../../rules/lines.ts';
import { query } from '../verbs.ts';
import { view } from '../view.ts';

/** ST-GM-5: turn, stage, order, scores, stances, nominations made, health, conditions, as this reader may know them. */
export const state = query({
  summary: 'How the combat stands: turn, order, stances, nominations, health',
  params: z.strictObject({}),
  answer: (now, _call, _params, reader) => {
    const { phase, combatants, order, notes } = view(now, reader);
    const health = (gauges: (typeof combatants)[number]['gauges']) =>
      gauges.map(({ label, text }) => `${label} ${text}`);
    return ok({
      title: phase,
      lines: [
        ...combatants.map(({ id, gauges, marks }) =>
          line(`${id}: ${[...health(gauges), ...marks].join(', ') || 'ready'}.`),
        ),
        ...order.map((each) => line(`${each.id}: ${each.note}.`, each.state === 'done' ? 'quiet' : 'plain')),
        ...notes.map((note) => line(note, 'quiet')),
      ],
    });
  },
});
