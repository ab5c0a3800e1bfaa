import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { asGm } from '../checks.ts';
import { corrections } from '../corrections.ts';
import { everyWarrior } from '../offers.ts';
import { order } from '../state.ts';

/** DS-CMD-17. The GM's word on any number, condition or place. */
export const override = order({
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
  resolve: (draft, call, { field, value, who }) => {
    const gm = asGm(draft.now(), call);
    if (!gm.ok) return gm;
    const correction = Object.entries(corrections).find(([name]) => name === field)?.[1];
    if (correction === undefined)
      return refuse('setting-unknown', {
        key: field,
        value,
        problem: `known are ${Object.keys(corrections).join(', ')}`,
      });
    const verdict = correction.set(draft, { who, field, typed: value });
    if (verdict.ok) return done;
    const { code, facts } = verdict.error;
    return code === 'bad-input'
      ? refuse('setting-unknown', { key: field, value, problem: String(facts.problem ?? '') })
      : refuse(code, facts);
  },
});
