import type { Ruleset } from '../../rules/ruleset.ts';
import { stemWord, toSearchTerms } from './rule-search.ts';
import { settingDescriptions, settingTitle } from './setting-entries.ts';
import { listSettings, type NamedSetting } from './setting-text.ts';

/** What a word in a title counts for beside one in the sentence; of how many words a setting must speak. */
const titleWeight = 2;
const minWords = 2;

const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(
    toSearchTerms(text)
      .split(' ')
      .filter((each) => each !== '')
      .map(stemWord),
  );

/** The settings that these words are about, with their values in force, the most fitting first. */
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
