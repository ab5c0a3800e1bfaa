import { type GetTextTranslation, type GetTextTranslations, po } from 'gettext-parser';
import { contextKey } from '../../src/core/message.ts';
import { formCount, pluralHeader } from './plural-header.ts';
import type { Template } from './templates.ts';

const header = (language: string, plurals: string): Record<string, string> => ({
  'Project-Id-Version': 'brotherhood-master',
  Language: language.replaceAll('-', '_'),
  'MIME-Version': '1.0',
  'Content-Type': 'text/plain; charset=UTF-8',
  'Content-Transfer-Encoding': '8bit',
  'Plural-Forms': plurals,
});

const keyOf = ({ msgid, msgctxt }: GetTextTranslation): string => contextKey(msgid, msgctxt);

const isTranslated = ({ msgid, msgstr = [] }: GetTextTranslation): boolean =>
  msgid !== '' && msgstr.some((text) => text !== '');

type Section = GetTextTranslations['translations'];

const toSection = (entries: Template): Section => {
  const contexts = Map.groupBy(entries, ({ msgctxt = '' }) => msgctxt);
  return Object.fromEntries(
    [...contexts].map(([of, each]) => [of, Object.fromEntries(each.map((entry) => [entry.msgid, entry]))]),
  );
};

const listEntries = (section: Section = {}): Template => Object.values(section).flatMap((each) => Object.values(each));

/** Formats a PO file with these entries in this order. */
const format = (
  headers: Record<string, string>,
  entries: Template,
  obsolete: Template = [],
  first: GetTextTranslation = { msgid: '', msgstr: [''] },
): string => {
  const place = new Map([...entries, ...obsolete].map((entry, index) => [entry, index]));
  const translations = toSection([first, ...entries]);
  const sort = (a: GetTextTranslation, b: GetTextTranslation) => (place.get(a) ?? 0) - (place.get(b) ?? 0);
  return po
    .compile({ charset: 'utf-8', headers, translations, obsolete: toSection(obsolete) }, { foldLength: 0, sort })
    .toString();
};

/** Formats a template file. */
export const formatTemplate = (entries: Template): string =>
  format(header('', 'nplurals=INTEGER; plural=EXPRESSION;'), entries);

/** The pairs of neighbouring characters of a text, for comparison. */
const pairsOf = (text: string): readonly string[] => Array.from(text.slice(1), (letter, at) => `${text[at]}${letter}`);

/** How similar two texts are, from 0 to 1: the share of their pairs of characters that both have. */
const similarity = (one: string, other: string): number => {
  const left = new Map<string, number>();
  const [pairs, others] = [pairsOf(one), pairsOf(other)];
  for (const pair of others) left.set(pair, (left.get(pair) ?? 0) + 1);
  const shared = pairs.filter((pair) => {
    const count = left.get(pair) ?? 0;
    left.set(pair, count - 1);
    return count > 0;
  });
  return pairs.length + others.length === 0 ? 0 : (2 * shared.length) / (pairs.length + others.length);
};

const minSimilarity = 0.7;

/** The context, if it is one of names in slash commands. They are not similar to sentences. */
const nameContext = ({ msgctxt = '' }: GetTextTranslation): string =>
  ['command', 'option', 'choice'].includes(msgctxt) ? msgctxt : '';

/** The old entry with the most similar English. Undefined if none is clearly similar. */
const mostSimilar = (wanted: GetTextTranslation, old: Iterable<GetTextTranslation>): GetTextTranslation | undefined => {
  const { msgid, msgctxt } = wanted;
  let best: GetTextTranslation | undefined;
  let most = minSimilarity;
  for (const entry of old) {
    if (nameContext(entry) !== nameContext(wanted)) continue;
    const { length } = entry.msgid;
    if (Math.min(length, msgid.length) < Math.max(length, msgid.length) / 2) continue;
    const share = similarity(msgid, entry.msgid) + (entry.msgctxt === msgctxt ? 0 : -0.05);
    if (share > most) [best, most] = [entry, share];
  }
  return best;
};

const withFuzzy = (flags: string | undefined): string => ['fuzzy', ...(flags === undefined ? [] : [flags])].join(', ');

/** The English of an entry as a comment. */
const previousOf = ({ msgctxt, msgid, msgid_plural: plural }: GetTextTranslation): string =>
  [
    ...(msgctxt === undefined ? [] : [`msgctxt ${JSON.stringify(msgctxt)}`]),
    `msgid ${JSON.stringify(msgid)}`,
    ...(plural === undefined ? [] : [`msgid_plural ${JSON.stringify(plural)}`]),
  ].join('\n');

/** An entry of a template with the translation of an old entry. It is fuzzy if the English has changed. */
const translate = (
  entry: GetTextTranslation,
  old: GetTextTranslation | undefined,
  forms: number,
): GetTextTranslation => {
  const { reference = '', ...comments } = entry.comments ?? {};
  // Line numbers would change with each change of the sources.
  const own = { ...comments, reference: reference.replace(/:\d+$/, '') };
  const size = entry.msgid_plural === undefined ? 1 : forms;
  if (old === undefined) return { ...entry, msgstr: Array.from({ length: size }, () => ''), comments: own };
  const isSame = keyOf(old) === keyOf(entry) && old.msgid_plural === entry.msgid_plural;
  const wasFuzzy = /\bfuzzy\b/.test(old.comments?.flag ?? '');
  const previous = isSame ? old.comments?.previous : previousOf(old);
  return {
    ...entry,
    msgstr: Array.from({ length: size }, (_, index) => old.msgstr[index] ?? (isSame ? '' : (old.msgstr.at(-1) ?? ''))),
    comments: {
      ...own,
      ...(old.comments?.translator !== undefined && { translator: old.comments.translator }),
      ...((wasFuzzy || !isSame) && { flag: withFuzzy(own.flag), ...(previous !== undefined && { previous }) }),
    },
  };
};

/**
 * Brings the files of a language up to date with the templates. Translations stay, new entries are empty, and an entry
 * whose English has changed is fuzzy. Translations that are no longer used move to the end of their file.
 */
export const mergeLanguage = (
  language: string,
  templates: ReadonlyMap<string, Template>,
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => {
  const parsed = new Map([...files].map(([name, text]) => [name, po.parse(text)]));
  const translated = new Map<string, { readonly file: string; readonly entry: GetTextTranslation }>();
  for (const part of ['obsolete', 'translations'] as const)
    for (const [file, read] of parsed)
      for (const entry of listEntries(read[part]).filter(isTranslated)) translated.set(keyOf(entry), { file, entry });
  const wanted = new Set([...templates.values()].flat().map(keyOf));
  const unused = new Map([...translated].filter(([key]) => !wanted.has(key)));
  const merged = new Map<string, string>();
  const formatOf = (name: string) => {
    const { headers = {}, translations = {} } = parsed.get(name) ?? {};
    const plurals = headers['Plural-Forms'] ?? pluralHeader(language);
    return { headers: { ...header(language, plurals), ...headers }, first: translations['']?.[''], plurals };
  };
  const bodies = new Map(
    [...templates].map(([name, template]) => {
      const forms = formCount(formatOf(name).plurals);
      const entries = template.map((entry) => {
        const gone = [...unused.values()].map((each) => each.entry);
        const same = translated.get(keyOf(entry))?.entry;
        const old =
          same ??
          mostSimilar(entry, gone) ??
          (nameContext(entry) === '' ? translated.get(entry.msgid)?.entry : undefined);
        if (same === undefined && old !== undefined) unused.delete(keyOf(old));
        return translate(entry, old, forms);
      });
      return [name, entries];
    }),
  );
  for (const name of new Set([...bodies.keys(), ...files.keys()])) {
    const { headers, first } = formatOf(name);
    const obsolete = [...unused.values()]
      .filter(({ file }) => file === name)
      .map(({ entry: { comments, ...entry } }) => ({ ...entry, comments: { translator: comments?.translator ?? '' } }));
    merged.set(name, format(headers, bodies.get(name) ?? [], obsolete, first));
  }
  return merged;
};
