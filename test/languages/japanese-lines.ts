import { expect } from 'vitest';
import { listSettings } from '../../src/app/input/setting-text.ts';
import type { Dictionary } from '../../src/core/message.ts';
import { rulesets } from '../../src/systems/index.ts';
import { loadInstalledLanguages } from '../../src/wiring/installed-languages.ts';

/** The installed Japanese dictionary. */
export const japaneseDictionary = async (): Promise<readonly Dictionary[]> => {
  const problems: string[] = [];
  const languages = await loadInstalledLanguages(({ message }) => problems.push(message));
  expect(problems).toEqual([]);
  return languages.filter(({ language }) => language === 'ja');
};

/** Words that people type as they are: ids, values of settings, kinds of notifications, targets. */
const typedWords = new Set([
  ...rulesets.flatMap((ruleset) => [ruleset.id, ...listSettings(ruleset, {}).flatMap(({ value }) => String(value))]),
  ...'yes no none simplified standard turn question reminder deck Zombie all near red side html png SHA UTC'.split(' '),
  ...'GM NPC JSON HP MP XP Discord English bot target center preset'.split(' '),
]);

/** A line without what is the same in every language. */
const withoutTyped = (line: string): string =>
  line
    .replaceAll(/npm run .*|使い方：.*|オプション[a-z]+|^\/my answer choice:.*? {2}/g, ' ')
    .replaceAll(/https?:\S+|<[@#t]\S*>|`[^`]*`|\b[0-9a-f]{8,}/g, ' ')
    .replaceAll(/\bS[WK]-[A-Z]+-\d+/g, ' ')
    .replaceAll(/\/[a-z][a-z-]*(?: [a-z][a-z-]*)?/g, ' ')
    .replaceAll(/(?:\b[a-z-]+ )?\b[a-z-]+:[\w…-]*/g, ' ')
    .replace(/^[a-z][a-z -]+：/, ' ')
    .replaceAll(new RegExp(`(?:${rulesets.map(({ id }) => id).join('|')})(?![a-z])`, 'g'), ' ')
    .replaceAll(/\b[\w-]+\.(?:png|html|md|json)\b/g, ' ');

/** The lines with words that are not Japanese, without names that people wrote. */
export const englishLines = (lines: readonly string[], names: readonly string[] = []): readonly string[] =>
  lines.filter((line) =>
    [...withoutTyped(line).matchAll(/[A-Za-z]{3,}/g)].some(([word]) => !typedWords.has(word) && !names.includes(word)),
  );
