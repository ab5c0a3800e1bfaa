import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { lazyValue } from '../core/memoize.ts';
import type { Preset, RulesetContent } from './definition.ts';

/** Parses a data file of a rulebook. Throws if it does not fit the schema. */
export const loadTables = <Schema extends z.ZodType>(file: URL, schema: Schema): z.output<Schema> =>
  schema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** Loads texts by name from a JSON file. */
export const loadTexts = (file: URL): Readonly<Record<string, string>> =>
  loadTables(file, z.record(z.string(), z.string()));

/** A setting with a list of values. Default: the first value. */
export const choice = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z.enum(words).default(words[0] as never);

const settingTextsSchema = z.record(
  z.string(),
  z.record(z.string(), z.strictObject({ title: z.string(), description: z.string() })),
);

/** Returns a function that adds the titles and descriptions in a JSON file to a group of settings. */
export const loadSettingTexts = (file: URL) => {
  const texts = loadTables(file, settingTextsSchema);
  return <Shape extends Readonly<Record<string, z.ZodType>>>(group: string, shape: Shape): Shape => {
    const described = Object.entries(shape).map(([key, setting]) => {
      const text = setting.meta() ?? texts[group]?.[key];
      if (text === undefined) throw new Error(`The setting ${key} of “${group}” has no text.`);
      return [key, setting.meta(text)];
    });
    return Object.fromEntries(described) as Shape;
  };
};

const sheetFormSchema = z.strictObject({
  pages: z.array(z.strictObject({ title: z.string(), fields: z.array(z.string()) })),
  titles: z.record(z.string(), z.string()),
});

/** Loads the pages of a sheet's form and the titles of its fields from a JSON file. */
export const loadSheetForm = (file: URL) => loadTables(file, sheetFormSchema);

type PresetFile = Readonly<Record<string, Omit<Preset<unknown>, 'sheet'> & { readonly sheet: unknown }>>;

/** Loads presets from a JSON file. A sheet is parsed at its first use, so that the program starts faster. */
export const loadPresets = <Schema extends z.ZodType>(
  file: URL,
  schema: Schema,
): Readonly<Record<string, Preset<z.output<Schema>>>> => {
  const presets = JSON.parse(readFileSync(file, 'utf8')) as PresetFile;
  return Object.fromEntries(
    Object.entries(presets).map(([key, { sheet: given, ...texts }]) => {
      const sheet = lazyValue(() => schema.parse(given));
      return [
        key,
        {
          ...texts,
          get sheet() {
            return sheet();
          },
        },
      ];
    }),
  );
};

/** Loads preset encounters from a JSON file. */
export const loadEncounters = (file: URL): NonNullable<RulesetContent<unknown>['encounters']> =>
  JSON.parse(readFileSync(file, 'utf8'));

type Lesson = NonNullable<RulesetContent<unknown>['lesson']>;

/** A combatant of a lesson in a data file: with the key of a preset, or with its own sheet. */
type LearnerFile = Omit<Lesson['hero'], 'sheet'> & { readonly preset?: string; readonly sheet?: unknown };
type LessonFile = Omit<Lesson, 'hero' | 'foes'> & { readonly hero: LearnerFile; readonly foes: readonly LearnerFile[] };

/** Loads a lesson from a JSON file. Its combatants are presets, or have sheets of this schema. */
export const loadLesson = (
  file: URL,
  schema: z.ZodType,
  presets: Readonly<Record<string, Preset<unknown>>>,
): Lesson => {
  const { hero, foes, ...texts } = JSON.parse(readFileSync(file, 'utf8')) as LessonFile;
  const fighter = ({ preset, sheet, ...names }: LearnerFile): Lesson['hero'] => ({
    ...names,
    sheet: () => (preset === undefined ? schema.parse(sheet) : presets[preset]?.sheet),
  });
  return { ...texts, hero: fighter(hero), foes: foes.map(fighter) };
};
