import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { asGm } from '../checks.ts';
import { changedSetting, settingKeys } from '../setting-keys.ts';
import { order } from '../state.ts';

/** DS-CMD-17, DS-GEN-10. */
export const set = order({
  summary: 'Change a ruling before round 1',
  role: 'gm',
  params: z.strictObject({
    key: text('Which ruling, like attack.shieldStep', 100),
    value: text('What it becomes: a number, a word, true or false, or JSON', 1000),
  }),
  offers: { key: (state) => settingKeys(state.settings).map((value) => ({ value, label: value })) },
  resolve: (draft, call, { key, value }) => {
    const state = draft.now();
    const gm = asGm(state, call);
    if (!gm.ok) return gm;
    if (state.phase !== 'setup' && state.phase !== 'deploy') return refuse('E_SETTINGS_FROZEN');
    const changed = changedSetting(state.settings, key, value);
    if (!changed.ok) return changed;
    draft.emit({ type: 'settings-set', key, value, settings: changed.value });
    return done;
  },
});
