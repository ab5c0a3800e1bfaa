import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Code } from './refusals.ts';
import { type Settings, settingsSchema } from './settings.ts';

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
export const changedSetting = (settings: Settings, key: string, text: string): Result<Settings, Refusal<Code>> => {
  const parsed = settingsSchema.safeParse(withKey({ ...settings }, key.split('.'), written(text)));
  if (parsed.success) return ok(parsed.data);
  const problem = parsed.error.issues[0]?.message ?? 'it does not fit';
  return refuse('setting-unknown', { key, value: text, problem });
};
