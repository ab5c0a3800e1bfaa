import { runInNewContext } from 'node:vm';
import { pluralForms } from '../../src/languages/po.ts';

/** The plural formulas of gettext that languages use. */
const formulas = [
  'nplurals=1; plural=0;',
  'nplurals=2; plural=(n != 1);',
  'nplurals=2; plural=(n > 1);',
  'nplurals=3; plural=(n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2);',
  'nplurals=3; plural=(n == 1 ? 0 : n == 0 || (n % 100 > 0 && n % 100 < 20) ? 1 : 2);',
  'nplurals=3; plural=(n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2);',
  'nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2);',
  'nplurals=3; plural=(n % 10 == 1 && (n % 100 < 11 || n % 100 > 19) ? 0 : n % 10 >= 2 && n % 10 <= 9 && (n % 100 < 11 || n % 100 > 19) ? 1 : 2);',
  'nplurals=3; plural=(n % 10 == 0 || (n % 100 >= 11 && n % 100 <= 19) ? 0 : n % 10 == 1 && n % 100 != 11 ? 1 : 2);',
  'nplurals=4; plural=(n % 100 == 1 ? 0 : n % 100 == 2 ? 1 : n % 100 == 3 || n % 100 == 4 ? 2 : 3);',
  'nplurals=6; plural=(n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5);',
];

/** The number of plural forms in a header. */
export const formCount = (header: string): number => Number(/nplurals=(\d+)/.exec(header)?.[1] ?? 1);

/** The plural header of a language: the formula that chooses the same forms as CLDR. Throws if there is none. */
export const pluralHeader = (language: string): string => {
  const rules = new Intl.PluralRules(language);
  const found = formulas.find((header) => {
    const forms = pluralForms(language, formCount(header));
    const formula = /plural=(.*);/.exec(header)?.[1];
    const chosen: unknown = runInNewContext(`Array.from({ length: 200 }, (_, n) => Number(${formula}))`);
    return Array.isArray(chosen) && chosen.every((form, n) => forms[Number(form)] === rules.select(n));
  });
  if (found === undefined) throw new Error(`No plural formula fits the language ${language}; add it to the list.`);
  return found;
};
