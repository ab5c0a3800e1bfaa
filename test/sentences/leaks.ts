import { settingValues } from '../../src/app/input/setting-entries.ts';
import { listSettings } from '../../src/app/input/setting-text.ts';
import { pingKinds } from '../../src/campaign/people.ts';
import { buildNamePattern } from '../../src/core/message.ts';
import { isPlainObject } from '../../src/core/plain-object.ts';
import { rulesets } from '../../src/systems/index.ts';
import { plainWords } from './pseudo.ts';

/** The names of all combatants in a sheet: its own, or those of its warriors. */
const namesIn = (sheet: unknown): readonly string[] => {
  if (!isPlainObject(sheet)) return [];
  const warriors = Array.isArray(sheet.warriors) ? sheet.warriors.flatMap(namesIn) : [];
  return typeof sheet.name === 'string' ? [sheet.name, ...warriors] : warriors;
};

/** The names of combatants in presets and lessons, which are not translated. */
const combatantNames = (): readonly string[] =>
  rulesets.flatMap(({ presets, lesson }) => [
    ...Object.values(presets).flatMap((preset) => [preset.name ?? '', ...namesIn(preset.sheet)]),
    ...(lesson === undefined ? [] : [lesson.hero, ...lesson.foes]).map(({ name }) => name),
  ]);

const names = new Set(plainWords(combatantNames().join(' ')));

/** Words that are the same in every language. */
const untranslated = new Set(
  plainWords(`
    html md json table       files that are attached, and the channel in which the transcripts are played
    seat foes company        how a seat is called that nobody has taken, and sides that nobody named
    Broken Field Three Sluices   scenarios of dSkull, by their names
    war-cry rally backstab take-aim sprint gain distracted   what is written as a special skill there, as it is typed
    area charges             a weapon of a warband, as it is typed
    its role                 what of a combatant was corrected, as it was called when that was kept
  `),
);

/** Titles of presets that are also the names of their combatants. */
const presetNames = buildNamePattern(
  rulesets.flatMap(({ presets }) =>
    Object.values(presets).flatMap(({ title, name }) => (name === undefined ? title : [])),
  ),
);

/** The values of settings, as they are typed. */
const settingWords = rulesets.flatMap((ruleset) =>
  listSettings(ruleset, {})
    .flatMap(({ key }) => settingValues(ruleset, key).map(String))
    .filter((word) => !/^(?:yes|no|none)$/.test(word)),
);

/**
 * A line without typed values: before an explanation, of settings, of kinds of notifications, in orders after a name.
 * Also without names of presets and keys of settings.
 */
const withoutTyped = (line: string): string =>
  line
    .replace(/^\s*\/[^⟦]*(?=⟦)/, '')
    .replaceAll(/\b[\w-]+(?:\.[\w-]+)+\b/g, '')
    .replace(new RegExp(`(?<=^\\s*- .*⟧ )\\((?:${pingKinds.join('|')})\\)\\s*$`), '')
    .replaceAll(/⟧: (\S+)(?= · |$| \()/g, (all, value: string) => (settingWords.includes(value) ? '⟧' : all))
    .replaceAll(/(?<=\/[a-z][a-z :-]*[A-Z]\w*)(?:: [a-z]+| [a-z]+:[a-z]+)+/g, '')
    .replaceAll(presetNames, '');

/** Abbreviations of a rulebook, the signs of a figure on a board in characters, rule ids, figures in base 16. */
const isSign = (word: string, text: string): boolean =>
  word.length <= 2 || /^(?:..x|[a-f]+|eed)$/.test(word) || new RegExp(`\\b${word.toUpperCase()}\\b`).test(text);

/** The answer lines with untranslated words, and these words. Typed words, names and commands are none. */
export const leaks = (typed: string, answers: string): readonly string[] => {
  const own = new Set([...plainWords(typed), ...names, ...untranslated]);
  const commands = new Set(plainWords((answers.match(/\/[a-z][a-z :-]*/g) ?? []).join(' ')));
  const isLeak = (word: string, line: string): boolean =>
    !own.has(word) && !own.has(word.replace(/[’']s?$/, '')) && !commands.has(word) && !isSign(word, line);
  return [...new Set(answers.split('\n'))].flatMap((line) => {
    const words = new Set(plainWords(withoutTyped(line)).filter((word) => isLeak(word, line)));
    return words.size === 0 ? [] : [`${[...words].join(', ')}: ${line.trim()}`];
  });
};
