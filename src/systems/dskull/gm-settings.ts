import { z } from 'zod';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { line } from '../../rules/lines.ts';
import { text } from '../../rules/params.ts';
import { done } from '../../rules/verb.ts';
import { gmNow } from './checks.ts';
import type { Code } from './refusals.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { event, name, order } from './state.ts';

/** DS-CMD-17, DS-GEN-10. */
export const settingsSet = event(
  'settings-set',
  { key: name, value: name, settings: settingsSchema },
  {
    apply: (state, { settings }) => ({ ...state, settings }),
    tell: ({ key, value }) => line(`The ruling ${key} is now ${value}.`),
  },
);

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every ruling by its dotted name: `attack.shieldStep`. */
export const settingKeys = (settings: object, prefix = ''): readonly string[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    isGroup(value) && Object.keys(value).length > 0 ? settingKeys(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );

const written = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const withKey = (
  group: Record<string, unknown>,
  [name, ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> => {
  if (name === undefined) return group;
  const inner = Object.hasOwn(group, name) ? group[name] : undefined;
  return { ...group, [name]: rest.length === 0 ? value : withKey(isGroup(inner) ? inner : {}, rest, value) };
};

/** The settings with one ruling changed, or why it cannot be that. */
const changedSetting = (settings: Settings, key: string, text: string): Result<Settings, Refusal<Code>> => {
  const parsed = settingsSchema.safeParse(withKey({ ...settings }, key.split('.'), written(text)));
  if (parsed.success) return ok(parsed.data);
  const problem = parsed.error.issues[0]?.message ?? 'it does not fit';
  return refuse('setting-unknown', { key, value: text, problem });
};

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
    const gm = gmNow(state, call);
    if (!gm.ok) return gm;
    if (state.phase !== 'setup' && state.phase !== 'deploy') return refuse('E_SETTINGS_FROZEN');
    const changed = changedSetting(state.settings, key, value);
    if (!changed.ok) return changed;
    draft.emit({ type: 'settings-set', key, value, settings: changed.value });
    return done;
  },
});
