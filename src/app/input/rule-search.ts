import MiniSearch from 'minisearch';
import { asName, currentDictionary, oncePerLanguage, phrase, translateRuleText } from '../../core/message.ts';
import type { RuleEntry } from '../../rules/rulebook.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { searchTerms, synonymsOf } from './everyday-words.ts';
import { formatSetting, settingDescriptions, settingNames } from './setting-entries.ts';
import { listSettings, type NamedSetting } from './setting-text.ts';

export interface FoundRule {
  readonly ruleset: Ruleset;
  readonly entry: RuleEntry;
}

/** A rule's title for the current reader, with a mark if the rule's text is not translated. */
export const ruleTitle = ({ id, plain, ...rule }: RuleEntry): string => {
  const { title, text } = plain ?? rule;
  const shown = translateRuleText(title, id);
  const isEnglish = currentDictionary() !== undefined && translateRuleText(text, id) === text;
  return isEnglish ? phrase`${asName(shown)} (in English)` : shown;
};

/** How much a matching word counts in each searched part of a rule. */
const boost = { id: 4, plainTitle: 4, plain: 1, title: 1, text: 0.3 };

/** How much a rule counts in the search: more if it answers common questions, less for rulings and advice. */
const ruleWeight = ({ id, asked = [] }: RuleEntry): number =>
  asked.length > 0 ? 1.35 : /RUL|CMD|ADV|GLO/.test(id) ? 0.6 : /-1$/.test(id) ? 1.1 : 1;

/** How much a word counts that only means nearly the same, or is only spelled nearly the same. */
const nearWeight = 0.6;

/** How much it counts that a question reads like the title of a rule, or like a question that it answers. */
const likenessWeight = 6;

/** A text of a rule in English, and as the current reader sees it. */
const inBothLanguages = (text: string, rule: string): readonly string[] => [
  ...new Set([text, translateRuleText(text, rule)]),
];

/** Builds the search index of one rulebook, in English and the current language. Separate indexes, so that each rulebook has its own rare words. */
const indexOf = (ruleset: Ruleset) => {
  const rules = ruleset.rules().map((entry) => {
    const { id, title, text, plain, asked = [] } = entry;
    const parts = { id, title, text, plainTitle: plain?.title ?? '', plain: plain?.text ?? '' };
    const weights = new Map<string, number>();
    for (const [part, english] of Object.entries(parts))
      for (const says of inBothLanguages(english, id)) {
        const terms = searchTerms(says);
        const share = boost[part as keyof typeof boost] / Math.sqrt(terms.length + 4);
        for (const each of new Set(terms)) weights.set(each, (weights.get(each) ?? 0) + share);
      }
    const wordings = [...inBothLanguages(plain?.title ?? title, id), ...asked].map((each) => [
      ...new Set(searchTerms(each)),
    ]);
    return { rule: { ruleset, entry }, weights, wordings };
  });
  const counts = new Map<string, number>();
  for (const { weights, wordings } of rules)
    for (const each of new Set([...weights.keys(), ...wordings.flat()])) counts.set(each, (counts.get(each) ?? 0) + 1);
  const rarity = (stem: string): number => Math.log(1 + rules.length / (counts.get(stem) ?? 1));
  const spelling = new MiniSearch<{ id: string }>({ fields: ['id'] });
  spelling.addAll([...counts.keys()].map((id) => ({ id })));
  /** The words of the rulebook for a word of a question, with their weights. */
  const meantBy = (stem: string): readonly (readonly [string, number])[] => {
    const near = synonymsOf(stem).filter((each) => counts.has(each));
    const spelled = counts.has(stem) || near.length > 0 ? [] : spelling.search(stem, { prefix: true, fuzzy: 0.25 });
    const others = [...near, ...spelled.slice(0, 3).map(({ id }) => String(id))];
    return [[stem, 1], ...others.map((each) => [each, nearWeight] as const)];
  };
  const found = (words: string): readonly { readonly rule: FoundRule; readonly score: number }[] => {
    const asked = [...new Set(searchTerms(words))].map(meantBy);
    const total = asked.reduce((sum, [[stem] = ['']]) => sum + rarity(stem), 0);
    return rules.flatMap(({ rule, weights, wordings }) => {
      const spoken = asked.map((each) =>
        Math.max(...each.map(([stem, weight]) => (weights.get(stem) ?? 0) * weight * rarity(stem))),
      );
      const covered = spoken.filter((each) => each > 0).length / asked.length;
      const lexical = (spoken.reduce((sum, each) => sum + each, 0) / total) * covered;
      const alike = wordings.map((wording) => {
        const left = new Set(wording);
        let shared = 0;
        for (const each of asked) {
          const [stem, weight] = each.find(([stem]) => left.has(stem)) ?? ['', 0];
          if (left.delete(stem)) shared += weight * rarity(stem);
        }
        const all = total + wording.reduce((sum, stem) => sum + rarity(stem), 0);
        return (2 * shared) / all;
      });
      const score = (lexical + likenessWeight * Math.max(...alike)) * ruleWeight(rule.entry);
      return score > 0 ? [{ rule, score }] : [];
    });
  };
  return { rules: rules.map(({ rule }) => rule), found };
};

/** Creates a search for rules by id, title and words. The first search in each language indexes the rulebooks. */
export const createRuleSearch = (rulesets: readonly Ruleset[]) => {
  const indexed = rulesets.map((ruleset) => ({ id: ruleset.id, index: oncePerLanguage(() => indexOf(ruleset)) }));
  return (words: string, system: string | undefined): readonly FoundRule[] => {
    const here = indexed.filter(({ id }) => system === undefined || id === system).map(({ index }) => index());
    const exact = here
      .flatMap(({ rules }) => rules)
      .filter(({ entry }) => entry.id.toLowerCase() === words.trim().toLowerCase());
    const found = here.flatMap((each) => each.found(words)).toSorted((one, other) => other.score - one.score);
    return [...new Set([...exact, ...found.map(({ rule }) => rule)])];
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
  return [...own, ...bearing].slice(0, maxShown).map((each) => formatSetting(ruleset, each));
};

/** How much a matching word in a setting's title counts. */
const titleWeight = 2;
const minWords = 2;

const stemsOf = (text: string): ReadonlySet<string> => new Set(searchTerms(text));

/** Finds settings whose title or text has these words, best match first. Includes their current values. */
export const findSettings = (ruleset: Ruleset, chosen: unknown, words: string): readonly NamedSetting[] => {
  const wanted = [...stemsOf(words)];
  return listSettings(ruleset, chosen)
    .map((setting) => {
      const title = stemsOf(settingNames(ruleset, setting.key)[1] ?? '');
      const said = stemsOf(settingDescriptions(ruleset, setting.key).join(' '));
      const of = (stems: ReadonlySet<string>) => wanted.filter((each) => stems.has(each));
      const spoken = new Set([...of(title), ...of(said)]).size;
      return { setting, spoken, score: titleWeight * of(title).length + of(said).length };
    })
    .filter(({ spoken }) => spoken >= minWords)
    .toSorted((a, b) => b.score - a.score)
    .map(({ setting }) => setting);
};
