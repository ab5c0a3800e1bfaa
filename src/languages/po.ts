import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GetTextTranslation, po } from 'gettext-parser';
import {
  contextKey,
  type Dictionary,
  errorMessage,
  type TranslatedNames,
  type Translation,
  translatedNames,
} from '../core/message.ts';

/** The language tag of a folder or header: `pt_BR` becomes `pt-BR`. Throws if it is malformed. */
const toLanguageTag = (name: string): string => Intl.getCanonicalLocales(name.replaceAll('_', '-'))[0] ?? name;

/** Plural forms in the order of gettext. */
const formOrder = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/**
 * The plural forms of a language, for a file with this number of them. Files leave out forms that only fractions or
 * millions have.
 */
export const pluralForms = (language: string, count: number): readonly Intl.LDMLPluralRule[] => {
  const rules = new Intl.PluralRules(language);
  const all = rules.resolvedOptions().pluralCategories;
  const common = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)));
  const forms = formOrder.filter((form) => (count < all.length ? common.has(form) : all.includes(form)));
  return forms.slice(0, count);
};

/** The content of a PO file. */
export interface PoFile {
  readonly sentences: Readonly<Record<string, Translation>>;
  readonly header: Readonly<Record<string, string>>;
  /** Entries without a usable translation, which stay English. */
  readonly leftOut: {
    readonly empty: number;
    readonly fuzzy: number;
    /** The sentences whose translation has other placeholders. */
    readonly wrongHoles: readonly string[];
  };
}

const holesIn = (text: string): ReadonlySet<string> => new Set(text.match(/\{\d+\}/g));

/** True if a translation has the placeholders of the sentence. A plural form may leave out one, the number. */
const hasSameHoles = (text: string, { msgid, msgid_plural: plural }: GetTextTranslation): boolean => {
  const [own, wanted] = [holesIn(text), holesIn(plural ?? msgid)];
  return [...own].every((hole) => wanted.has(hole)) && own.size >= wanted.size - (plural === undefined ? 0 : 1);
};

/** The state of an entry in a PO file. */
export const stateOf = (entry: GetTextTranslation): 'translated' | 'empty' | 'fuzzy' | 'wrongHoles' => {
  if (entry.msgstr === undefined || entry.msgstr.some((text) => text === '')) return 'empty';
  if (/\bfuzzy\b/.test(entry.comments?.flag ?? '')) return 'fuzzy';
  return entry.msgstr.every((text) => hasSameHoles(text, entry)) ? 'translated' : 'wrongHoles';
};

/** Reads the translations of a PO file. Throws if it is malformed. */
export const readPo = (text: string, language?: string): PoFile => {
  // Comments are most of a file, and of them only flags count.
  const { translations, headers = {} } = po.parse(text.replaceAll(/^#(?!,).*\r?\n/gm, ''));
  const sentences: Record<string, Translation> = {};
  const leftOut = { empty: 0, fuzzy: 0, wrongHoles: [] as string[] };
  const tag = language ?? toLanguageTag(headers.Language || 'en');
  for (const entry of Object.values(translations).flatMap((entries) => Object.values(entries))) {
    const { msgid, msgid_plural: plural, msgctxt, msgstr } = entry;
    if (msgid === '') continue;
    const state = stateOf(entry);
    if (state === 'wrongHoles') leftOut.wrongHoles.push(plural ?? msgid);
    else if (state !== 'translated') leftOut[state] += 1;
    else if (plural === undefined) sentences[contextKey(msgid, msgctxt)] = msgstr[0] ?? '';
    else {
      const names = pluralForms(tag, msgstr.length);
      const forms = Object.fromEntries(msgstr.map((form, index) => [names[index] ?? 'other', form]));
      for (const each of [msgid, plural])
        sentences[contextKey(each, msgctxt)] = { ...forms, other: forms.other ?? msgstr.at(-1) ?? '' };
    }
  }
  return { sentences, header: headers, leftOut };
};

/** The dictionaries that a folder contains, and why files or sentences of it are not used. */
export interface Languages {
  readonly dictionaries: ReadonlyMap<string, Dictionary>;
  readonly problems: readonly string[];
}

/** Runs a step. Undefined if it fails, with the reason as a problem. */
const attempt = <T>(what: string, problems: string[], step: () => T): T | undefined => {
  try {
    return step();
  } catch (error) {
    problems.push(`${what} is not used: ${errorMessage(error)}`);
    return undefined;
  }
};

/** The parent of a language tag: `pt` of `pt-BR`. Empty if it has none. */
const parentOf = (language: string): string => language.slice(0, Math.max(0, language.lastIndexOf('-')));

/** Reads `<language>/*.po` of a folder. A language with a region falls back to the language: `pt-BR` to `pt`. */
export const loadLanguages = (folder: string): Languages => {
  const problems: string[] = [];
  const found = new Map<string, Record<string, Translation>>();
  const named = new Map<string, TranslatedNames>();
  const names = existsSync(folder)
    ? attempt(folder, problems, () => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    : [];
  for (const name of (names ?? []).filter((each) => /^[^/\\]+[/\\][^/\\]+\.po$/.test(each)).toSorted())
    attempt(join(folder, name), problems, () => {
      const language = toLanguageTag(name.split(/[/\\]/)[0] ?? '');
      const { sentences, header, leftOut } = readPo(readFileSync(join(folder, name), 'utf8'), language);
      const names = translatedNames.find((each) => each === header['X-Names']);
      if (names !== undefined) named.set(language, names);
      found.set(language, Object.assign(found.get(language) ?? {}, sentences));
      const { length } = leftOut.wrongHoles;
      if (length > 0)
        problems.push(`${join(folder, name)}: ${length} translations with other placeholders are not used`);
    });
  const dictionaries = new Map<string, Dictionary>();
  for (const [language, sentences] of [...found].toSorted(([a], [b]) => a.length - b.length)) {
    let parent = parentOf(language);
    while (parent !== '' && !dictionaries.has(parent)) parent = parentOf(parent);
    dictionaries.set(language, { language, sentences, names: named.get(language), fallback: dictionaries.get(parent) });
  }
  return { dictionaries, problems };
};
