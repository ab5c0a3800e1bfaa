import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  formatFieldName,
  formatFieldTitle,
  sheetFieldName,
  sheetFields,
  sheetFieldTitle,
} from '../../src/app/input/sheet-fields.ts';
import { formatSheetValue } from '../../src/app/input/sheets.ts';
import { formatVerbTitle } from '../../src/app/replies/inbox-notes.ts';
import { contextKey, type Dictionary, type Translation } from '../../src/core/message.ts';
import { isPlainObject } from '../../src/core/plain-object.ts';
import { fieldLabel } from '../../src/rules/fields.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { isAmong } from '../paths.ts';
import { type Sentence, sentencesIn } from './scan.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Files without sentences for players: the database, the log, fonts, names of colors. A path that ends in a slash is a
 * folder.
 */
const unread = [
  ...['src/persistence/', 'src/cli/', 'src/wiring/', 'src/simulation/', 'src/log/', 'src/referee/'],
  ...['src/presentation/svg.ts', 'src/presentation/palette.ts', 'src/presentation/figure-labels.ts'],
  ...['src/presentation/drawing/font-coverage.ts', 'src/discord/bot.ts', 'src/discord/metrics.ts'],
  ...['src/discord/health.ts', 'src/discord/register.ts', 'src/discord/watchdog.ts', 'src/discord/watchdog-thread.ts'],
  ...['src/discord/render-thread.ts', 'src/discord/render-worker.ts', 'src/discord/delivery-log.ts'],
  ...['src/discord/answer-recovery.ts', 'src/discord/rest-requests.ts', 'src/discord/channels.ts'],
];

const files = (): readonly string[] =>
  ['commands', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter(
        (name) =>
          /\.ts$|\/(presets|encounters|lesson|scenarios|settings|modifiers|parts|form|traits)\.json$/.test(name) &&
          !isAmong(unread, name) &&
          !name.includes('/editions/'),
      ),
  );

/** The titles and texts of the rules, with the rule id as context. The texts for players come first. */
const ofRulebooks = (): readonly Sentence[] =>
  rulesets.flatMap(({ id, rules }) =>
    rules()
      .flatMap(({ id: of, title, text, plain }) => [
        ...(plain === undefined ? [] : [{ of, ...plain, file: `src/systems/${id}/PLAYERS.md` }]),
        { of, title, text, file: `src/systems/${id}/RULES.md` },
      ])
      .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
      .flatMap(({ of, title, text, file }) =>
        [title, text].map((template) => ({ template, of, holes: [], file, line: 0 })),
      ),
  );

/** The labels of sheet fields, and the words of their choices. */
const ofSheets = (): readonly Sentence[] =>
  rulesets.flatMap((ruleset) =>
    [
      ...Object.keys(ruleset.form?.titles ?? {}).flatMap((path) => [
        sheetFieldTitle(ruleset, path).term,
        sheetFieldName(ruleset, path).term,
      ]),
      ...sheetFields(ruleset).flatMap(({ path, words }) => [
        ...path.split('.').flatMap((name) => [formatFieldName(name), formatFieldTitle(name)]),
        ...words.flatMap((word) => [word.replaceAll('_', ' '), formatSheetValue({}, '', word)]),
      ]),
    ].map((template) => ({ template, holes: [], file: `src/systems/${ruleset.id}/sheet.ts`, line: 0 })),
  );

/** The things on the sheets of presets: weapons, spells, feats, classes and what warriors are. */
export const thingsIn = (value: unknown, key = ''): readonly string[] => {
  if (typeof value === 'string')
    return /^(?:id|name|item|class|cls|feats|held|potions|body|race|traits|category|attributes?)$/.test(key)
      ? [value]
      : [];
  if (Array.isArray(value)) return value.flatMap((each) => thingsIn(each, key));
  if (!isPlainObject(value)) return [];
  const known = [value.classes, value.abilities].flatMap((each) => (isPlainObject(each) ? Object.keys(each) : []));
  const isFighter = Array.isArray(value.weapons);
  return [
    ...known.flatMap((each) => [each, formatFieldName(each)]),
    ...Object.entries(value).flatMap(([name, part]) => (isFighter && name === 'name' ? [] : thingsIn(part, name))),
  ];
};

/** The sides in lessons and preset encounters. */
const sidesIn = ({ lesson, encounters }: Pick<Ruleset, 'lesson' | 'encounters'>): readonly string[] =>
  [
    ...(lesson === undefined ? [] : [lesson.hero, ...lesson.foes]),
    ...encounters.flatMap(({ heroes, foes }) => [...heroes, ...foes]),
  ].flatMap(({ side }) => side ?? []);

const ofPresets = (): readonly Sentence[] =>
  rulesets.flatMap(({ id, title, presets, ...more }) =>
    [
      ...[title, ...Object.values(presets).flatMap(({ sheet }) => thingsIn(sheet))].map((template) => ({ template })),
      ...sidesIn(more).map((template) => ({ template, of: 'side' })),
    ].map((each) => ({ ...each, holes: [], file: `src/systems/${id}/presets.json`, line: 0 })),
  );

/** The names of presets. A name of one word is found nowhere else. */
const ofPresetNames = (): readonly Sentence[] =>
  rulesets.flatMap(({ id, presets }) =>
    Object.values(presets).flatMap(({ name }) =>
      name === undefined ? [] : [{ template: name, holes: [], file: `src/systems/${id}/presets.json`, line: 0 }],
    ),
  );

/** The words for what the GM corrects, as the log says them, and the areas of Sword World. */
const ofCorrections = (): readonly Sentence[] =>
  rulesets.flatMap(({ id, corrections }) =>
    [
      ...Object.keys(corrections).map(fieldLabel),
      ...(id === 'sword-world' ? ['front', 'alliesRear', 'enemiesRear'] : []),
    ].map((template) => ({
      ...{ template, of: id, holes: [], file: `src/systems/${id}/corrections.ts`, line: 0 },
    })),
  );

/** The names of combatants in preset encounters. Some are words that mean something else elsewhere. */
const ofEncounters = (): readonly Sentence[] =>
  rulesets.flatMap(({ id, encounters }) =>
    encounters
      .flatMap(({ heroes, foes }) => [...heroes, ...foes])
      .map(({ name }) => ({
        ...{ template: name, of: 'combatant', holes: [] },
        ...{ file: `src/systems/${id}/encounters.json`, line: 0 },
      })),
  );

/** The verbs as button labels. */
const ofVerbs = (): readonly Sentence[] =>
  rulesets.flatMap(({ id, verbs, queries }) =>
    Object.keys({ ...verbs, ...queries }).map((verb) => ({
      template: formatVerbTitle(verb),
      holes: [],
      file: `src/systems/${id}/index.ts`,
      line: 0,
    })),
  );

/** The key of a sentence in PO files. A plural has the key of its singular. */
export const keyOf = ({ template, one = template, of }: Sentence): string => contextKey(one, of);

/** A text with a small first letter. Its translation is used for the text with a capital letter too. */
export const withSmallLetter = (text: string): string => text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());

/**
 * Words of data that mean something else in one rulebook: of sheets, verbs, settings, standing orders, sums. Their
 * context is the rulebook's id.
 */
const ownMeanings: Readonly<Record<string, readonly string[]>> = {
  dskull: ['body', 'charges', 'ground', 'heavy', 'light', 'scout', 'tough'],
  segment: ['ambush', 'close', 'keep', 'knowledge', 'left'],
  skure: ['good', 'light'],
  straalara: [
    ...['abilities', 'ability', 'attribute', 'attributes', 'block', 'defenses', 'passed', 'turn'],
    ...['must roll initiative', 'roll initiative'],
  ],
  'sword-world': [
    ...['abilities', 'agility', 'attributes', 'class', 'defense', 'full', 'initiative', 'Initiative', 'left', 'speed'],
  ],
};

const ofOwnMeanings = (): readonly Sentence[] =>
  Object.entries(ownMeanings).flatMap(([of, words]) =>
    words.map((template) => ({ template, of, holes: [], file: `src/systems/${of}/index.ts`, line: 0 })),
  );

/** All sentences that users read, in the order of the sources. One may occur in several places. */
export const allSentences = (): readonly Sentence[] => [
  ...files()
    .toSorted()
    .flatMap((file) => sentencesIn(file, readFileSync(join(root, file), 'utf8'))),
  ...ofRulebooks(),
  ...ofSheets(),
  ...ofPresets(),
  ...ofPresetNames(),
  ...ofEncounters(),
  ...ofCorrections(),
  ...ofVerbs(),
  ...ofOwnMeanings(),
];

/** Every sentence that users read, once. A plural includes its singular. */
export const sentenceTable = (all = allSentences()): readonly Sentence[] => {
  const plurals = new Set(all.flatMap(({ template, one, of }) => (one === undefined ? [] : contextKey(template, of))));
  const found = new Map<string, Sentence>();
  for (const sentence of all) {
    const key = keyOf(sentence);
    const isKnown = found.has(key) && (found.get(key)?.one !== undefined || sentence.one === undefined);
    if (!isKnown && (sentence.one !== undefined || !plurals.has(key))) found.set(key, sentence);
  }
  return [...found.values()];
};

/** The table as a dictionary, with each sentence changed by `said`, in singular and plural if it has a count. */
export const dictionaryOf = (
  language: string,
  table: readonly Sentence[],
  said: (template: string, sentence: Sentence) => string,
): Dictionary => ({
  language,
  sentences: Object.fromEntries(
    table.flatMap((sentence): [string, Translation][] => {
      const { template, one, of } = sentence;
      if (one === undefined) return [[contextKey(template, of), said(template, sentence)]];
      const forms = { one: said(one, sentence), other: said(template, sentence) };
      return [one, template].map((each) => [contextKey(each, of), forms]);
    }),
  ),
});
