import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { flag, oneOf, text, whole } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import type { Field } from '../model.ts';

/** SW-PLACE-6, SW-PLACE-7, SW-SHIELD-6, SW-WATER. */
export const field = order({
  summary: 'Set the field: bounds, water, what hides the view',
  role: 'gm',
  params: z.strictObject({
    env: oneOf('On land or underwater', ['land', 'underwater']).optional(),
    depth: oneOf('Over the head, or up to the shoulders', ['deep', 'shoulder']).optional(),
    low: whole('The lowest coordinate that is allowed', -9999, 9999).optional(),
    high: whole('The highest coordinate that is allowed', -9999, 9999).optional(),
    hide: text('A stretch that hides what is beyond: 8 to 12, or 8 to 12 heavy forest', 80).optional(),
    clear: flag('Take away the stretches that hide').optional(),
  }),
  resolve: (draft, call, { env, depth, low, high, hide, clear }) => {
    const state = draft.now();
    if (!call.gm) return refuse('E_GM_ONLY');
    const [, from, to, label] = /^\s*(-?\d+)\s*(?:to|-|–)\s*(-?\d+)\s*(.*)$/.exec(hide ?? '') ?? [];
    if (hide !== undefined && from === undefined)
      return refuse('E_BAD_VALUE', { value: hide, field: 'hide', want: 'write it like 8 to 12 heavy forest' });
    if (low !== undefined && high !== undefined && low > high)
      return refuse('E_BAD_VALUE', { value: low, field: 'low', want: 'it must not be above the highest' });
    const { bounds } = state.field;
    const limits: [number, number] = [low ?? bounds?.[0] ?? -9999, high ?? bounds?.[1] ?? 9999];
    const hidden =
      from === undefined
        ? []
        : [
            {
              from: Math.min(Number(from), Number(to)),
              to: Math.max(Number(from), Number(to)),
              ...(label && { label }),
            },
          ];
    const next: Field = {
      ...state.field,
      ...(env && { env }),
      ...(depth && { depth }),
      ...((low !== undefined || high !== undefined || bounds) && { bounds: limits }),
      obstacles: [...(clear ? [] : state.field.obstacles), ...hidden],
    };
    draft.emit({ type: 'field', field: next });
    return done;
  },
});
