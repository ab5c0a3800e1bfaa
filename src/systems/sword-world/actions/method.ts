import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { flag, oneOf } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { called } from '../checks.ts';

/** SW-DATA-6, SW-RUL-3. */
export const method = order({
  summary: 'Choose whether a monster uses fixed values or dice',
  role: 'gm',
  params: z.strictObject({
    use: oneOf('Fixed values, or dice', ['fixed', 'dice']),
    override: flag('Switch in the middle of a combat all the same').default(false),
  }),
  resolve: (draft, call, { use, override }) => {
    const state = draft.now();
    if (!call.gm) return refuse('E_GM_ONLY');
    const unit = called(state, call.actor);
    if (!unit.ok) return unit;
    const now = unit.value.useFixed ? 'fixed' : 'dice';
    if (state.stage === 'combat' && use !== now && !state.settings.allowFixedSwitch && !override)
      return refuse('E_FIXED_LOCKED', {
        unit: ref(unit.value.id),
        method: now === 'fixed' ? 'fixed values' : 'dice',
      });
    draft.emit({ type: 'method', unit: unit.value.id, useFixed: use === 'fixed' });
    return done;
  },
});
