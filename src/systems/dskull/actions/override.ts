import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { text } from '../../../rules/params.ts';
import { asGm } from '../checks.ts';
import { corrections } from '../corrections.ts';
import { verb } from '../declare.ts';
import { everyWarrior } from '../offers.ts';

/** DS-CMD-17. The GM's word on any number, condition or place. */
export const override = verb({
  summary: 'Put anything right: a place, a condition, a number, whose turn it is',
  role: 'gm',
  params: z.strictObject({
    field: text('What is put right', 40),
    value: text('What it becomes', 200),
    who: text('Which warrior or seat, where it is about one', 100).default('battle'),
  }),
  offers: {
    field: () => Object.entries(corrections).map(([value, { says }]) => ({ value, label: says })),
    who: everyWarrior,
  },
  resolve: (state, call, { field, value, who }) => {
    const gm = asGm(state, call);
    if (!gm.ok) return gm;
    const correction = Object.entries(corrections).find(([name]) => name === field)?.[1];
    if (correction === undefined)
      return refuse('setting-unknown', {
        key: field,
        value,
        problem: `known are ${Object.keys(corrections).join(', ')}`,
      });
    const decided = correction.resolve(state, who, value);
    if (decided.ok) return decided;
    const { code, facts } = decided.error;
    return code === 'bad-input'
      ? refuse('setting-unknown', { key: field, value, problem: String(facts.problem ?? '') })
      : refuse(code, facts);
  },
});
