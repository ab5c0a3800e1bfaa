import MiniSearch from 'minisearch';
import { lazy } from '../core/memoize.ts';
import type { RuleEntry } from '../rules/rulebook.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { saidOf, settingTitle, valueWords } from './input/setting-entries.ts';
import { settingsOf } from './input/setting-text.ts';

export interface FoundRule {
  readonly ruleset: Ruleset;
  readonly entry: RuleEntry;
}

interface Indexed {
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

const indexOf = (rulesets: readonly Ruleset[]) => {
  const byKey = new Map<string, FoundRule>();
  const index = new MiniSearch<Indexed>({ idField: 'key', fields: ['id', 'title', 'text'] });
  for (const ruleset of rulesets)
    for (const entry of ruleset.rules) {
      const key = `${ruleset.id} ${entry.id}`;
      byKey.set(key, { ruleset, entry });
      index.add({ key, id: entry.id, title: entry.title, text: entry.text });
    }
  return { byKey, index };
};

/** Finds rules by id, by words, by beginnings of words, and by words with a slip of the pen. The first search reads the rulebooks. */
export const ruleSearch = (rulesets: readonly Ruleset[]) => {
  const indexed = lazy(() => indexOf(rulesets));
  return (words: string, system: string | undefined): readonly FoundRule[] => {
    const { byKey, index } = indexed();
    const exact = [...byKey.values()].filter(({ entry }) => entry.id.toLowerCase() === words.trim().toLowerCase());
    const found = index
      .search(words, { prefix: true, fuzzy: 0.25, boost: { id: 4, title: 3 }, combineWith: 'AND' })
      .concat(index.search(words, { prefix: true, fuzzy: 0.25, boost: { id: 4, title: 3 } }))
      .flatMap(({ id }) => byKey.get(String(id)) ?? []);
    const here = (rule: FoundRule): boolean => system === undefined || rule.ruleset.id === system;
    return [...new Set([...exact.filter(here), ...found.filter(here)])];
  };
};

/** The names that a rule's text gives in code: `speed.ratio`, `cfg.radius10="wide"`, `points.body` for all in it. */
const namedIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) =>
    [...code.matchAll(/[A-Za-z][\w-]*(?:\.[\w-]+)*/g)].map(([name]) => name.replace(/^(?:cfg|settings)\./, '')),
  );

const mostShown = 12;

const mentions = (text: string, id: string): boolean => new RegExp(`(?<![\\w-])${id}(?!\\d)`).test(text);

/** A rule and the rulings that bear on it: those that name it, and those that it names. */
const withRulings = ({ rules }: Ruleset, entry: RuleEntry): readonly RuleEntry[] => [
  entry,
  ...rules.filter(
    (other) =>
      other.id !== entry.id &&
      /RUL/.test(other.id) &&
      (mentions(other.text, entry.id) || mentions(other.title, entry.id) || mentions(entry.text, other.id)),
  ),
];

/** The settings that turn on a rule, or on a ruling that bears on it, with their values in force. */
export const settingsInForce = (ruleset: Ruleset, entry: RuleEntry, chosen: unknown): readonly string[] => {
  const turns = (key: string) => (each: RuleEntry) =>
    saidOf(ruleset, key).some((says) => mentions(says, each.id)) ||
    namedIn(each.text).some((name) => name === key || key.startsWith(`${name}.`)) ||
    mentions(each.text, key.replaceAll('.', '\\.'));
  const all = settingsOf(ruleset, chosen);
  const bearingOnIt = withRulings(ruleset, entry);
  const own = all.filter(({ key }) => turns(key)(entry));
  const bearing = all.filter((each) => !own.includes(each) && bearingOnIt.some(turns(each.key)));
  return [...own, ...bearing]
    .slice(0, mostShown)
    .map(({ key, value }) => `${settingTitle(ruleset, key)}: ${valueWords(value)}`);
};
