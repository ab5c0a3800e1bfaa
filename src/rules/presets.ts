import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { lazyValue } from '../core/memoize.ts';
import type { Preset, RulesetContent } from './definition.ts';

/** Parses a data file of a rulebook. Throws if it does not fit the schema. */
export const loadTables = <Schema extends z.ZodType>(file: URL, schema: Schema): z.output<Schema> =>
  schema.parse(JSON.parse(readFileSync(file, 'utf8')));

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
