import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { text } from '../../../rules/params.ts';
import { asGm } from '../checks.ts';
import { verb } from '../declare.ts';
import { changedSetting, settingKeys } from '../setting-keys.ts';

/** DS-CMD-17, DS-GEN-10. */
export const set = verb({
  summary: 'Change a ruling before round 1',
  role: 'gm',
  params: z.strictObject({
    key: text('Which ruling, like attack.shieldStep', 100),
    value: text('What it becomes: a number, a word, true or false, or JSON', 1000),
  }),
  offers: { key: (state) => settingKeys(state.settings).map((value) => ({ value, label: value })) },
  resolve: (state, call, { key, value }) => {
    const gm = asGm(state, call);
    if (!gm.ok) return gm;
    if (state.phase !== 'setup' && state.phase !== 'deploy') return refuse('E_SETTINGS_FROZEN');
    const changed = changedSetting(state.settings, key, value);
    return changed.ok ? ok([{ type: 'settings-set', key, value, settings: changed.value }]) : changed;
  },
});
