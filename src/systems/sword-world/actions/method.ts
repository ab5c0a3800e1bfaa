import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { flag, oneOf } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { called } from '../checks.ts';
import { decided, happens, unfolding } from '../unfolding.ts';

/** SW-DATA-6, SW-RUL-3. */
export const method = action({
  summary: 'Choose whether a monster uses fixed values or dice',
  role: 'gm',
  params: z.strictObject({
    use: oneOf('Fixed values, or dice', ['fixed', 'dice']),
    override: flag('Switch in the middle of a combat all the same').default(false),
  }),
  resolve: (state, call, { use, override }) => {
    if (!call.gm) return refuse('E_GM_ONLY');
    const unit = called(state, call.actor);
    if (!unit.ok) return unit;
    const now = unit.value.useFixed ? 'fixed' : 'dice';
    if (state.stage === 'combat' && use !== now && !state.settings.allowFixedSwitch && !override)
      return refuse('E_FIXED_LOCKED', {
        unit: ref(unit.value.id),
        method: now === 'fixed' ? 'fixed values' : 'dice',
      });
    const course = unfolding(state);
    happens(course, { type: 'method', unit: unit.value.id, useFixed: use === 'fixed' });
    return decided(course);
  },
});
