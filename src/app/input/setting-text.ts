import type { z } from 'zod';
import type { NamedRuleVariant, ServerSettings } from '../../campaign/servers.ts';
import { isSameName, normalizeName, ok, phrase, type Result, refuse, refuseInput, worded } from '../../core/message.ts';
import { ownWords } from '../../core/own-words.ts';
import { isPlainObject, ownValue, type PlainObject } from '../../core/plain-object.ts';
import { settingAt } from '../../rules/editions.ts';
import { type Line, line } from '../../rules/event.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { describeInputError, type ParamOffer } from '../../rules/verb.ts';
import {
  describeSetting,
  findSettingGroup,
  formatSetting,
  formatSettingValue,
  parseAnswer,
  parseListValues,
  settingNames,
  settingValues,
  settingValueText,
  splitIdentifier,
} from './setting-entries.ts';

/** The full name of a setting, such as `order.tieBreak`, and its value. */
export interface NamedSetting {
  readonly key: string;
  readonly value: unknown;
}

const leaves = (tree: PlainObject, before = ''): readonly NamedSetting[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    isPlainObject(value) && Object.keys(value).length > 0
      ? leaves(value, `${before}${name}.`)
      : [{ key: `${before}${name}`, value }],
  );

/** Lists the values in a tree of settings, each with its full name. */
export const flattenSettingTree = (tree: unknown): readonly NamedSetting[] => (isPlainObject(tree) ? leaves(tree) : []);

/** Lists all settings of a rulebook with their values. */
export const listSettings = (ruleset: Ruleset, chosen: unknown): readonly NamedSetting[] =>
  flattenSettingTree(ruleset.settings.parse(chosen ?? {}));

/** Lines of settings by group. If there are more settings than `most`, one line for each group. */
export const settingLines = (ruleset: Ruleset, settings: readonly NamedSetting[], most: number): readonly Line[] => {
  const groups = Map.groupBy(settings, ({ key }) => findSettingGroup(ruleset, key));
  return [...groups].flatMap(([group, those]) =>
    settings.length <= most
      ? [line(phrase`${worded(group)}:`), ...those.map(({ key, value }) => line(describeSetting(ruleset, key, value)))]
      : line(phrase`${worded(group)} – ${those.map((each) => formatSetting(ruleset, each)).join(' · ')}`),
  );
};

/** Sets one value in a tree of settings. `whole`: also copies other values of a group that must be complete. */
const withLeaf = (tree: PlainObject, key: string, value: unknown, full: unknown, whole: boolean): PlainObject => {
  if (isPlainObject(full) && Object.hasOwn(full, key)) return { ...tree, [key]: value };
  const [head, ...rest] = key.split('.');
  const fullBranch = isPlainObject(full) && head !== undefined ? ownValue(full, head) : undefined;
  const own = head === undefined ? undefined : ownValue(tree, head);
  const branch = whole && isPlainObject(fullBranch) ? fullBranch : isPlainObject(own) ? own : {};
  return { ...tree, [head ?? key]: withLeaf(branch, rest.join('.'), value, fullBranch, whole) };
};

const answers: Readonly<Record<string, boolean>> = { yes: true, no: false };

/** Lists the ways to read a text as a setting's value: text, number, yes or no, nothing, list, table. */
const possibleValues = (ruleset: Ruleset, key: string, text: string): readonly unknown[] => {
  const answer = ownValue(answers, normalizeName(text));
  const said = answer === undefined ? [text] : [text, answer];
  const isNothing = normalizeName(text) === 'none' && !settingValues(ruleset, key).includes('none');
  const none = isNothing ? ['', null, []] : [];
  const listed = parseListValues(ruleset, key, text);
  try {
    return [JSON.parse(text), ...said, ...listed];
  } catch {
    return [...none, ...said, ...listed];
  }
};

/** Describes a validation issue. For a union of types: the issue of the last type, as plain types come first. */
const describeIssue = (issue: z.core.$ZodIssue | undefined): string | undefined =>
  issue?.code === 'invalid_union' ? (describeIssue(issue.errors.at(-1)?.[0]) ?? issue.message) : issue?.message;

const lastPart = (key: string): string => normalizeName(key.split('.').at(-1) ?? key);

/** Normalizes a name: `charge.countsOverrun` equals “charge counts overrun”. */
const wordKey = (name: string): string => normalizeName(splitIdentifier(name).replaceAll(/[,\s]+/g, ' '));

/** Finds a setting or group by full name, title, or unique last part. */
const findMeantSetting = (ruleset: Ruleset, known: readonly NamedSetting[], key: string): NamedSetting | undefined => {
  const ending = known.filter((each) =>
    [normalizeName(key), wordKey(key)].some((said) => [lastPart(each.key), wordKey(lastPart(each.key))].includes(said)),
  );
  const group = known.find((each) => normalizeName(each.key).startsWith(`${normalizeName(key)}.`));
  return (
    known.find((each) => isSameName(each.key, key)) ??
    known.find((each) => wordKey(each.key) === wordKey(key)) ??
    known.find((each) =>
      settingNames(ruleset, each.key).some((name) => [name, ...ownWords(name)].map(wordKey).includes(wordKey(key))),
    ) ??
    (ending.length === 1 ? ending[0] : undefined) ??
    (group && { key: group.key.slice(0, key.trim().length), value: undefined })
  );
};

const maxListed = 8;

/** Names settings similar to an unknown key, for a refusal. If none is similar: the first settings. */
const suggestSettings = (known: readonly NamedSetting[], key: string): string => {
  const parts = normalizeName(key).split('.');
  const near = known.filter((each) => parts.some((part) => part.length > 2 && normalizeName(each.key).includes(part)));
  const named = (near.length > 0 ? near : known).slice(0, maxListed).map((each) => each.key);
  return named.length === known.length ? named.join(', ') : phrase`${named.join(', ')} … (/battle settings shows all)`;
};

/** The word that sets a setting or group to its default. */
const defaultWord = 'default';

/** Lists the ways to read a text as a setting's value, including the word `default`. */
const meaningsOf = (ruleset: Ruleset, key: string, text: string): readonly unknown[] => {
  if (normalizeName(text) !== defaultWord) return possibleValues(ruleset, key, text);
  const usual = settingAt(ruleset.settings.parse({}), key);
  return usual === undefined ? possibleValues(ruleset, key, text) : [usual];
};

/** Lists the settings of a battle that differ from the current defaults. */
export const changedSettings = (ruleset: Ruleset, settings: unknown): readonly NamedSetting[] => {
  const usual: unknown = ruleset.settings.parse({});
  return listSettings(ruleset, settings).filter(
    ({ key, value }) => JSON.stringify(settingAt(usual, key)) !== JSON.stringify(value),
  );
};

/** Lines of the settings that differ from the current defaults, each with its default. */
export const differenceLines = (ruleset: Ruleset, settings: unknown): readonly Line[] => {
  const usual: unknown = ruleset.settings.parse({});
  return changedSettings(ruleset, settings).map(({ key, value }) =>
    line(phrase`${describeSetting(ruleset, key, value)} (default: ${settingValueText(settingAt(usual, key))})`),
  );
};

/** Suggests all settings with their values. */
export const settingOffers = (ruleset: Ruleset, settings: unknown): readonly ParamOffer[] =>
  listSettings(ruleset, settings).map((each) => ({
    value: each.key,
    label: phrase`${worded(findSettingGroup(ruleset, each.key))} – ${formatSetting(ruleset, each)}`,
  }));

/** Suggests values of a setting. Marks the current, default and literal values. Empty if there are too many values. */
export const settingValueOffers = (ruleset: Ruleset, settings: unknown, key: string): readonly ParamOffer[] => {
  const found = findMeantSetting(ruleset, listSettings(ruleset, settings), key);
  if (found === undefined) return [];
  const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const now = found.value;
  const usual = settingAt(ruleset.settings.parse({}), found.key);
  const written = settingAt(ruleset.settings.parse(ruleset.literalSettings), found.key);
  const all = [...settingValues(ruleset, found.key), now, usual, written];
  const each = all.filter((value, at) => all.findIndex((other) => same(other, value)) === at);
  const fitting = each.filter((value) => withSetting(ruleset, settings, found.key, formatSettingValue(value)).ok);
  return fitting.map((value) => {
    const says = [
      ...(same(value, now) ? [worded('now')] : []),
      ...(same(value, usual) ? [worded('usual')] : []),
      ...(same(value, written) && !same(written, usual) ? [worded('as written')] : []),
    ];
    const words = settingValueText(value);
    return {
      value: formatSettingValue(value).slice(0, 100),
      label: says.length === 0 ? words : phrase`${words} (${says.join(', ')})`,
    };
  });
};

/** Changes one setting by a typed text. Refuses unknown settings and invalid values. */
export const withSetting = (
  ruleset: Ruleset,
  chosen: unknown,
  key: string,
  text: string,
): Result<{ readonly settings: unknown; readonly key: string; readonly value: unknown }> => {
  const known = listSettings(ruleset, chosen);
  const found = findMeantSetting(ruleset, known, key);
  if (found === undefined) return refuse('unknown-setting', { key, keys: suggestSettings(known, key) });
  const full: unknown = ruleset.settings.parse(chosen ?? {});
  const base = isPlainObject(chosen) ? chosen : {};
  const problems: string[] = [];
  for (const whole of [false, true])
    for (const value of meaningsOf(ruleset, found.key, parseAnswer(text.trim()))) {
      const settings = withLeaf(base, found.key, value, full, whole);
      const parsed = ruleset.settings.safeParse(settings, { error: describeInputError });
      if (parsed.success) return ok({ settings, key: found.key, value });
      const [issue] = parsed.error.issues;
      problems.push(describeIssue(issue) ?? 'it is not a valid value');
    }
  return refuse('bad-setting', {
    key: found.key,
    value: text,
    problem: worded(problems[0] ?? 'it is not a valid value'),
  });
};

/** Changes several settings by a typed text: `order.tieBreak=join, gore.damagePerTurn=2`. */
export const withSettings = (ruleset: Ruleset, chosen: unknown, text: string): Result<unknown> => {
  let settings: unknown = chosen ?? {};
  for (const pair of text.split(/[,;\n]+(?=\s*[\w.+’: -]+\s*=)/).filter((each) => each.trim() !== '')) {
    const [key = '', ...value] = pair.split('=');
    if (value.length === 0) return refuseInput('settings', phrase`write key=value, not ${pair.trim()}`);
    const next = withSetting(ruleset, settings, key.trim(), value.join('=').trim());
    if (!next.ok) return next;
    settings = next.value.settings;
  }
  return ok(settings);
};

/** Names of the rule variants that every rulebook has: the literal text, and our defaults. */
const builtInVariants = ['as-written', 'usual'] as const;

/** Lists the names of a rulebook's rule variants, including those of the server. */
export const ruleVariants = (ruleset: Ruleset, server: ServerSettings | undefined): readonly string[] => [
  ...builtInVariants,
  ...(server?.readings ?? []).filter(({ system }) => system === ruleset.id).map(({ name }) => name),
];

const refuseUnknownVariant = (ruleset: Ruleset, server: ServerSettings | undefined, reading: string) =>
  refuse('no-such-reading', { reading, readings: ruleVariants(ruleset, server).join(', ') });

/** The settings of a rule variant. Refuses unknown names with NO-SUCH-READING. */
export const findRuleVariant = (
  ruleset: Ruleset,
  server: ServerSettings | undefined,
  name: string,
): Result<unknown> => {
  if (isSameName(name, 'usual')) return ok({});
  if (isSameName(name, 'as-written')) return ok(ruleset.literalSettings);
  const own = server?.readings.find((each) => each.system === ruleset.id && isSameName(each.name, name));
  return own === undefined ? refuseUnknownVariant(ruleset, server, name) : ok(own.settings);
};

/** Maximum number of rule variants of a server. */
const maxVariants = 50;

/** Adds a rule variant to a server, or removes it if the rules are `none`. Refuses names of built-in variants. */
export const saveRuleVariant = (
  ruleset: Ruleset,
  server: ServerSettings,
  { name, rules }: { readonly name: string; readonly rules: string },
): Result<readonly NamedRuleVariant[]> => {
  const wrong = (problem: string) => refuseInput('reading', problem);
  if (builtInVariants.some((own) => isSameName(own, name)))
    return wrong(phrase`${name} is the name of a variant that every rulebook already has`);
  const others = server.readings.filter((each) => each.system !== ruleset.id || !isSameName(each.name, name));
  if (normalizeName(rules) === 'none')
    return others.length < server.readings.length ? ok(others) : refuseUnknownVariant(ruleset, server, name);
  if (others.length >= maxVariants) return wrong(phrase`a server can have at most ${maxVariants} rule variants`);
  const chosen = withSettings(ruleset, {}, rules);
  const whole = chosen.ok ? ruleset.completeSettings(chosen.value) : chosen;
  if (!whole.ok) return whole;
  const made = { name: name.trim(), system: ruleset.id, edition: ruleset.editions.present, settings: whole.value };
  return ok([...others, made]);
};
