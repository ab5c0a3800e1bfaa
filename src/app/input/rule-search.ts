import MiniSearch, { type SearchOptions } from 'minisearch';
import { lazyValue } from '../../core/memoize.ts';
import { phrase } from '../../core/message.ts';
import type { RuleEntry } from '../../rules/rulebook.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { formatSettingValue, settingDescriptions, settingTitle } from './setting-entries.ts';
import { listSettings, type NamedSetting } from './setting-text.ts';

export interface FoundRule {
  readonly ruleset: Ruleset;
  readonly entry: RuleEntry;
}

/** Words that the search ignores, because they say nothing about a question's subject. */
const stopWords = new Set(
  `a about am an and any are at be been but by can could did do does for from get gets give go goes had happen happens has have
  how i if in is it its long many may me mean means much my need of on one or our please should so some tell than that the
  their them there they this to use used was we what when where which while who why will with work works would you your`.split(
    /\s+/,
  ),
);

/** Reduces a word to its stem: charges, charged and charging to the same text. */
export const stemWord = (word: string): string => {
  const bare = word.replace(/['’]s$/, '');
  if (bare.length < 5) return bare.length === 4 ? bare.replace(/s$/, '') : bare;
  return bare
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=.[^s])s$/, '')
    .replace(/(?<=...)(?:ing|ed)$/, '')
    .replace(/([bdgmnprt])\1$/, '$1')
    .replace(/(?<=...)e$/, '');
};

/** The search term for a word. Null for a word that the search ignores. */
const term = (word: string): string | null => {
  const small = word.toLowerCase();
  return stopWords.has(small) ? null : stemWord(small);
};

export const toSearchTerms = (words: string): string =>
  words
    .split(/[^\p{L}\p{N}'’]+/u)
    .flatMap((word) => term(word) ?? [])
    .filter((word) => word !== '')
    .join(' ');

/** How much a matching word counts in each searched part of a rule. */
const boost = { id: 8, plainTitle: 6, plain: 2, title: 2, text: 0.5 };

/** How much a rule counts in the search. Rulings count less than other rules. */
const boostDocument = (key: unknown): number => (/RUL/.test(String(key)) ? 0.5 : 1);

/** Builds the search index of one rulebook. Separate indexes, so that each rulebook has its own rare words. */
const indexOf = (ruleset: Ruleset) => {
  const index = new MiniSearch<Record<keyof typeof boost, string>>({ fields: Object.keys(boost), processTerm: term });
  const byId = new Map<string, FoundRule>();
  for (const entry of ruleset.rules()) {
    const { id, title, text, plain } = entry;
    byId.set(id, { ruleset, entry });
    index.add({ id, title, text, plainTitle: plain?.title ?? '', plain: plain?.text ?? '' });
  }
  const found = (words: string, options: SearchOptions) =>
    index.search(words, { boost, boostDocument, ...options }).flatMap(({ id, score }) => {
      const rule = byId.get(String(id));
      return rule ? { rule, score } : [];
    });
  return { rules: [...byId.values()], found };
};

/** The attempts of a search, in order: exact words, beginnings of words, words with typing errors. */
const passes: readonly SearchOptions[] = [
  { combineWith: 'AND' },
  { combineWith: 'AND', prefix: true },
  { combineWith: 'AND', prefix: true, fuzzy: 0.25 },
  {},
  { prefix: true, fuzzy: 0.25 },
];

/** Creates a search for rules by id, title and words. The rulebooks are indexed at the first search. */
export const createRuleSearch = (rulesets: readonly Ruleset[]) => {
  const indexed = rulesets.map((ruleset) => ({ id: ruleset.id, index: lazyValue(() => indexOf(ruleset)) }));
  return (words: string, system: string | undefined): readonly FoundRule[] => {
    const here = indexed.filter(({ id }) => system === undefined || id === system).map(({ index }) => index());
    const all = here.flatMap(({ rules }) => rules);
    const exact = all.filter(({ entry }) => entry.id.toLowerCase() === words.trim().toLowerCase());
    const asked = toSearchTerms(words);
    const called = all.filter(
      ({ entry }) => asked !== '' && toSearchTerms(entry.plain?.title ?? entry.title) === asked,
    );
    const found = passes.flatMap((options) =>
      here.flatMap((each) => each.found(words, options)).toSorted((one, other) => other.score - one.score),
    );
    return [...new Set([...exact, ...called, ...found.map(({ rule }) => rule)])];
  };
};

/** The names marked as code in a rule's text, such as `speed.ratio`. */
const namesInCode = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) =>
    [...code.matchAll(/[A-Za-z][\w-]*(?:\.[\w-]+)*/g)].map(([name]) => name.replace(/^(?:cfg|settings)\./, '')),
  );

const maxShown = 12;

const mentions = (text: string, id: string): boolean => new RegExp(`(?<![\\w-])${id}(?!\\d)`).test(text);

/** A rule, followed by the rulings that name this rule or that this rule names. */
const withRulings = ({ rules }: Ruleset, entry: RuleEntry): readonly RuleEntry[] => [
  entry,
  ...rules().filter(
    (other) =>
      other.id !== entry.id &&
      /RUL/.test(other.id) &&
      (mentions(other.text, entry.id) || mentions(other.title, entry.id) || mentions(entry.text, other.id)),
  ),
];

/** Describes the settings that affect a rule or its rulings, with the settings' current values. */
export const describeSettingsOfRule = (ruleset: Ruleset, entry: RuleEntry, chosen: unknown): readonly string[] => {
  const turns = (key: string) => (each: RuleEntry) =>
    settingDescriptions(ruleset, key).some((says) => mentions(says, each.id)) ||
    namesInCode(each.text).some((name) => name === key || key.startsWith(`${name}.`)) ||
    mentions(each.text, key.replaceAll('.', '\\.'));
  const all = listSettings(ruleset, chosen);
  const bearingOnIt = withRulings(ruleset, entry);
  const own = all.filter(({ key }) => turns(key)(entry));
  const bearing = all.filter((each) => !own.includes(each) && bearingOnIt.some(turns(each.key)));
  return [...own, ...bearing]
    .slice(0, maxShown)
    .map(({ key, value }) => phrase`${settingTitle(ruleset, key)}: ${formatSettingValue(value)}`);
};

/** How much a matching word in a setting's title counts. */
const titleWeight = 2;
const minWords = 2;

const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(
    toSearchTerms(text)
      .split(' ')
      .filter((each) => each !== '')
      .map(stemWord),
  );

/** Finds settings whose title or text has these words, best match first. Includes their current values. */
export const findSettings = (ruleset: Ruleset, chosen: unknown, words: string): readonly NamedSetting[] => {
  const wanted = [...stemsOf(words)];
  return listSettings(ruleset, chosen)
    .map((setting) => {
      const title = stemsOf(settingTitle(ruleset, setting.key));
      const said = stemsOf(settingDescriptions(ruleset, setting.key).join(' '));
      const of = (stems: ReadonlySet<string>) => wanted.filter((each) => stems.has(each));
      const spoken = new Set([...of(title), ...of(said)]).size;
      return { setting, spoken, score: titleWeight * of(title).length + of(said).length };
    })
    .filter(({ spoken }) => spoken >= minWords)
    .toSorted((a, b) => b.score - a.score)
    .map(({ setting }) => setting);
};
