import { z } from 'zod';
import { lazyValue } from '../../core/memoize.ts';
import { formatNumber, phrase, refuse } from '../../core/message.ts';
import { isPlainObject, ownValue } from '../../core/plain-object.ts';
import { settingAt } from '../../rules/editions.ts';
import { line } from '../../rules/event.ts';
import { formatValue, isNoneText, parseNumber, yesNoParser } from '../../rules/value-parsers.ts';
import { describeInputError, doneVerdict, type FindParamOffers, textParam } from '../../rules/verb.ts';
import { createOffer, gmOnly, noOffers } from './checks.ts';
import { notForSalePrice, type Settings, settingsSchema } from './settings.ts';
import { event, order, type State, warriorOrSeatId } from './state.ts';

type Node = z.core.JSONSchema.BaseSchema;

/** A setting that the GM may change, or a table of settings. */
interface RuleSetting {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  /** Allowed values. Empty if there are too many to list. */
  readonly words: readonly string[];
  /** True for a table, whose entries can be set one by one: `skills.prices.tactics`. */
  readonly isTable: boolean;
}

/** A setting found by name. `entry`: name of the chosen entry, if the setting is a table. */
interface FoundSetting {
  readonly ruling: RuleSetting;
  readonly entry?: string;
}

const wordsOf = ({ enum: words, type, anyOf = [] }: Node): readonly string[] =>
  type === 'boolean' ? ['yes', 'no'] : (words?.map(String) ?? anyOf.flatMap(wordsOf));

const findRuleSettings = ({ properties = {} }: Node, before: string): readonly RuleSetting[] =>
  Object.entries(properties).flatMap(([name, each]): readonly RuleSetting[] => {
    const key = `${before}${name}`;
    if (typeof each === 'boolean') return [];
    if (each.properties !== undefined) return findRuleSettings(each, `${key}.`);
    const { title = key, description = '', additionalProperties } = each;
    return [{ key, title, description, words: wordsOf(each), isTable: typeof additionalProperties === 'object' }];
  });

/** All settings in the order of section 20. */
const ruleSettings = lazyValue(() =>
  findRuleSettings(z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' }), ''),
);

/** Title of a setting or of a table's entry: “Surprised and Flanked”, “Prices of skills: tactics”. */
export const settingTitle = (key: string): string => {
  const ruling = ruleSettings().find((each) => each.key === key || (each.isTable && key.startsWith(`${each.key}.`)));
  if (ruling === undefined) return key;
  const entry = key.slice(ruling.key.length + 1).replaceAll('-', ' ');
  return entry === '' ? ruling.title : phrase`${ruling.title}: ${entry}`;
};

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s._-]/g, '');

/** Finds a setting by a typed name: `attack.shieldStep`, `shield step`, `skills.prices tactics`. */
const findSetting = (text: string): FoundSetting | undefined => {
  const wanted = plain(text);
  const last = ruleSettings().filter(({ key }) => plain(key.split('.').at(-1) ?? key) === wanted);
  const whole = ruleSettings().find(({ key }) => plain(key) === wanted) ?? (last.length === 1 ? last[0] : undefined);
  if (whole !== undefined) return { ruling: whole };
  const table = ruleSettings().find(({ key, isTable }) => isTable && text.toLowerCase().startsWith(key.toLowerCase()));
  const entry = text.slice(table?.key.length).trim().replace(/^\./, '').trim().toLowerCase().replaceAll(' ', '-');
  return table === undefined || entry === '' ? undefined : { ruling: table, entry };
};

const maxSimilar = 6;

/** Keys of settings whose names contain the text. */
const similarSettings = (text: string): readonly string[] => {
  const wanted = plain(text);
  const keys = ruleSettings().map(({ key }) => key);
  return wanted === '' ? [] : keys.filter((key) => plain(key).includes(wanted)).slice(0, maxSimilar);
};

/** Formats a setting’s value as text: `−1`, `yes`, `none`, `grunt, scout`, `medicine not for sale`. */
export const formatSettingValue = (value: unknown): string => {
  if (value === null) return 'none';
  if (value === notForSalePrice) return 'not for sale';
  if (Array.isArray(value) && value.every((each) => typeof each === 'number')) return value.map(formatNumber).join('/');
  return isPlainObject(value)
    ? Object.entries(value)
        .map(([name, each]) => `${name} ${formatSettingValue(each)}`)
        .join(', ') || 'none'
    : formatValue(value);
};

/** All values that a typed text may mean, the most likely first. */
const possibleValues = (text: string): readonly unknown[] => {
  const number = parseNumber(text);
  const answer = yesNoParser.safeParse(text);
  const columns = text.split('/').map((each) => parseNumber(each));
  const words = text.split(/[\s,]+/).filter((each) => each !== '');
  return [
    ...(number === undefined ? [] : [number]),
    text.toLowerCase(),
    text,
    ...(answer.success ? [answer.data] : []),
    ...(isNoneText(text) ? [null, []] : []),
    ...(plain(text) === plain(notForSalePrice) ? [notForSalePrice] : []),
    ...(columns.length === 2 && !columns.includes(undefined) ? [columns] : []),
    words.map((each) => each.toLowerCase()),
    words.map((each) => each.toUpperCase()),
  ];
};

/** Parses entries of a table: `grunt 4, bruiser 6`. Undefined if a part cannot be read. */
const parseEntries = (text: string): Readonly<Record<string, readonly unknown[]>> | undefined => {
  const pairs = text.split(/[,;]/).map((each) => /^\s*(\S+?)[\s=:]+(.*\S)\s*$/.exec(each));
  const entries: Record<string, readonly unknown[]> = {};
  for (const pair of pairs) {
    if (pair === null) return undefined;
    const [, name = '', value = ''] = pair;
    entries[name.toLowerCase()] = possibleValues(value);
  }
  return entries;
};

const withKey = (tree: unknown, [name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value;
  const group = isPlainObject(tree) ? tree : {};
  return { ...group, [name]: withKey(ownValue(group, name), rest, value) };
};

/** The changed settings with the new value, or a problem. */
type SettingChange = { readonly settings: Settings; readonly value: unknown } | { readonly problem: string };

/** The message of the innermost validation error. */
const findDeepestMessage = (issue: z.core.$ZodIssue | undefined): string | undefined =>
  issue?.code === 'invalid_union' ? (findDeepestMessage(issue.errors.at(-1)?.[0]) ?? issue.message) : issue?.message;

const trySettings = (
  settings: Settings,
  { words }: RuleSetting,
  path: readonly string[],
  values: readonly unknown[],
): SettingChange => {
  let problem: string | undefined;
  for (const value of values) {
    const parsed = settingsSchema.safeParse(withKey(settings, path, value), { error: describeInputError });
    if (parsed.success) return { settings: parsed.data, value: settingAt(parsed.data, path.join('.')) };
    problem ??= findDeepestMessage(parsed.error.issues[0]);
  }
  return {
    problem: words.length > 0 ? phrase`choose one of ${words.join(', ')}` : (problem ?? 'it is not a valid value'),
  };
};

const usual = 'default';

/** Changes a setting to a typed value. `default` restores the rulebook’s value. DS-CMD-17. */
export const changeSetting = (settings: Settings, { ruling, entry }: FoundSetting, text: string): SettingChange => {
  const path = [...ruling.key.split('.'), ...(entry === undefined ? [] : [entry])];
  const typed = text.trim();
  if (plain(typed) === usual) {
    const value = settingAt(settingsSchema.parse({}), path.join('.'));
    return value === undefined
      ? { problem: 'the rulebook has no such entry' }
      : trySettings(settings, ruling, path, [value]);
  }
  if (!ruling.isTable || entry !== undefined) return trySettings(settings, ruling, path, possibleValues(typed));
  const entries = parseEntries(typed);
  if (entries === undefined) return { problem: 'write entries with their values, like grunt 4, bruiser 6' };
  let now = settings;
  for (const [name, values] of Object.entries(entries)) {
    const next = trySettings(now, ruling, [...path, name], values);
    if ('problem' in next) return { problem: `${name}: ${next.problem}` };
    now = next.settings;
  }
  return { settings: now, value: settingAt(now, ruling.key) };
};

/** The GM changes a setting. DS-CMD-17, DS-GEN-10. */
export const settingsSet = event(
  'settings-set',
  { key: warriorOrSeatId, value: warriorOrSeatId, settings: settingsSchema },
  {
    apply: (state, { settings }) => ({ ...state, settings }),
    narrate: ({ key, value }) => line(phrase`The setting “${settingTitle(key)}” is now ${value}.`),
  },
);

/** All keys of settings, like `attack.shieldStep`. */
export const settingKeys = (settings: object, prefix = ''): readonly string[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    isPlainObject(value) && Object.keys(value).length > 0
      ? settingKeys(value, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );

/** Offers settings with their values: `attack.shieldStep = −1: step against a target with a shield`. */
const rulingOffers: FindParamOffers<State> = ({ settings }) =>
  ruleSettings().map(({ key, description }) =>
    createOffer(key, phrase`${key} = ${formatSettingValue(settingAt(settings, key))}: ${description}`),
  );

/** Explains that a typed setting is unknown or ambiguous. */
const unknownRuling = (key: string): string => {
  const near = similarSettings(key);
  return near.length > 0
    ? phrase`choose one of ${near.join(', ')}`
    : 'no setting has that name; choose one from the suggestions';
};

const valueOffers: FindParamOffers<State> = ({ settings }, _call, { key }) => {
  const called = typeof key === 'string' ? findSetting(key) : undefined;
  if (called === undefined) return noOffers;
  const now = formatSettingValue(settingAt(settings, called.ruling.key));
  return [
    ...(called.entry === undefined ? [createOffer(now, phrase`${now} (current value)`)] : []),
    ...called.ruling.words.filter((word) => word !== now).map((word) => createOffer(word)),
    createOffer('default', 'default: the rulebook’s own value'),
  ];
};

/** Changes a setting before round 1. DS-CMD-17, DS-GEN-10. */
export const setSettingOrder = order({
  summary: 'Change a setting before round 1',
  command: false,
  role: 'gm',
  params: z.strictObject({
    key: textParam('The setting, like attack.shieldStep, or an entry of a table, like skills.prices tactics', 100),
    value: textParam(
      'The new value: a number, yes, no, a word, a list like grunt 4, bruiser 6, none, or default',
      1000,
    ),
  }),
  offers: { key: rulingOffers, value: valueOffers },
  resolve: gmOnly([], (draft, { key, value }, state) => {
    if (state.phase !== 'setup' && state.phase !== 'deploy') return refuse('E_SETTINGS_FROZEN');
    const called = findSetting(key);
    if (called === undefined) return refuse('setting-unknown', { key, value, problem: unknownRuling(key) });
    const changed = changeSetting(state.settings, called, value);
    if ('problem' in changed) return refuse('setting-unknown', { key, value, problem: changed.problem });
    const name = [called.ruling.key, ...(called.entry === undefined ? [] : [called.entry])].join('.');
    const { settings } = changed;
    draft.emit(settingsSet({ key: name, value: formatSettingValue(changed.value), settings }));
    return doneVerdict;
  }),
});
