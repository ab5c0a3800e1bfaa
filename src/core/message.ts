import { AsyncLocalStorage } from 'node:async_hooks';
import { BoundedCache } from './memoize.ts';

/** A translated sentence with numbered holes. If the first is a number, one sentence per plural form of Intl.PluralRules. */
export type Translation = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The sentences of a language by the English ones: `{1} aims at {2}.` A translation is this table, and no code. */
export interface Dictionary {
  /** As BCP 47 names it: `de`, `pt-BR`. */
  readonly language: string;
  readonly sentences: Readonly<Record<string, Translation>>;
}

/** Finds the language of a place: a server, or a user's direct messages. Undefined for English. */
export type FindDictionary = (place: string) => Dictionary | undefined;

/** A sentence with holes, and what fills them, in order. */
interface FilledTemplate<Filling> {
  readonly say: readonly string[];
  readonly with: readonly Filling[];
}

const current = new AsyncLocalStorage<Dictionary | undefined>();

/** Does something for readers of this language: whatever becomes words meanwhile becomes words of it. */
export const runInLanguage = <T>(dictionary: Dictionary | undefined, work: () => T): T =>
  dictionary === currentDictionary() ? work() : current.run(dictionary, work);

/** The dictionary of the current reader. Undefined for English. */
export const currentDictionary = (): Dictionary | undefined => current.getStore();

/** The sentence as a dictionary has it: its words with numbered holes. */
export const toTemplate = (say: readonly string[]): string =>
  say.reduce((key, words, index) => `${key}{${index}}${words}`);

const translationOf = ({ language, sentences }: Dictionary, template: string, amount: unknown): string | undefined => {
  if (!Object.hasOwn(sentences, template)) return undefined;
  const found = sentences[template];
  if (found === undefined || typeof found === 'string') return found;
  const number = Number(amount);
  return (Number.isNaN(number) ? undefined : found[new Intl.PluralRules(language).select(number)]) ?? found.other;
};

/** A text that is a sentence of its own, or a word for something. */
export const translateText = (dictionary: Dictionary, text: string): string =>
  translationOf(dictionary, text, '') ?? text;

/**
 * The sentence as this language says it. A list of three or more has no entry of its own: it is read by its pairs,
 * `{1}, {2}` and `{1} and {2}`.
 */
export const translateTemplate = <Filling>(
  dictionary: Dictionary,
  { say, with: filling }: FilledTemplate<Filling>,
): FilledTemplate<Filling | FilledTemplate<Filling>> => {
  const found = translationOf(dictionary, toTemplate(say), filling[0]);
  if (found === undefined) {
    const last = say.at(-2);
    return say.length < 4 || say[0] !== '' || say.at(-1) !== '' || last === undefined
      ? { say, with: filling }
      : (translateTemplate<Filling | FilledTemplate<Filling>>(dictionary, {
          say: ['', last, ''],
          with: [
            translateTemplate(dictionary, {
              say: [...say.slice(0, -2), ''],
              with: filling.slice(0, -1),
            }) as FilledTemplate<Filling>,
            ...filling.slice(-1),
          ],
        }) as FilledTemplate<Filling | FilledTemplate<Filling>>);
  }
  const parts = found.split(/\{(\d+)\}/);
  return {
    say: parts.filter((_, index) => index % 2 === 0),
    with: parts.flatMap((part, index) => (index % 2 === 1 ? (filling[Number(part) - 1] ?? []) : [])),
  };
};

const fillTranslation = (
  dictionary: Dictionary,
  { say, with: filling }: FilledTemplate<string | FilledTemplate<string>>,
): string =>
  say.reduce((said, words, index) => {
    const part = filling[index - 1] ?? '';
    return (
      said + (typeof part === 'string' ? translateText(dictionary, part) : fillTranslation(dictionary, part)) + words
    );
  });

/** Fills a template in the language of the current reader. */
export const fillTemplate = (say: readonly string[], values: readonly string[]): string => {
  const dictionary = currentDictionary();
  return dictionary === undefined
    ? say.reduce((said, words, index) => said + values[index - 1] + words)
    : fillTranslation(dictionary, translateTemplate(dictionary, { say, with: values }));
};

/**
 * A sentence for the current reader: `` phrase`${title} is saved.` ``. What is saved, or shown to several readers, is a message
 * instead (`say`).
 */
export const phrase = (strings: readonly string[], ...values: readonly unknown[]): string =>
  fillTemplate(strings, values.map(String));

/** A count with its noun for the current reader: `1 turn`, `2 turns`. */
export const counted = (amount: number, one: string, many = `${one}s`): string =>
  fillTemplate(['', ` ${amount === 1 ? one : many}`], [`${amount}`]);

/** A word or sentence without holes, in the language of the current reader. */
export const worded = (text: string): string => {
  const dictionary = currentDictionary();
  return dictionary === undefined ? text : translateText(dictionary, text);
};

/** Control characters, bidirectional marks, zero-width characters and lone surrogates: nothing a name needs. */
const invisibleCharacters =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Variation_Selector}|\u2028|\u2029|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;

/** Nearly every name: nothing in it is to be changed. */
const plainNamePattern = /^[!-~]+(?: [!-~]+)*$/;

/** A text without invisible characters, its runs of white space made one blank each. */
export const normalizeText = (text: string): string =>
  plainNamePattern.test(text) ? text : text.replace(/\s+/gu, ' ').replace(invisibleCharacters, '').trim();

/** True if two names are equal. Letter case and width do not count. */
export const isSameName = (a: string, b: string): boolean => normalizeName(a) === normalizeName(b);

/** Cache of normalized names: the same few are looked up again and again. */
const normalizedNames = new BoundedCache<string, string>(1000);

export const normalizeName = (name: string): string =>
  normalizedNames.get(name) ?? normalizedNames.put(name, normalizeText(name).normalize('NFKC').toLowerCase());

const escapeForPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Where a person has typed one of these names: whole, in any letter case, and the longest that fits. */
export const buildNamePattern = (names: readonly string[]): RegExp => {
  const longestFirst = [...new Set(names)].toSorted((a, b) => b.length - a.length).map(escapeForPattern);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
};

/** Splits a name that ends with a number of at most three digits: `Zombie 12`. Undefined if it has no number or nothing else. */
export const splitNumberedName = (name: string): { readonly stem: string; readonly number: number } | undefined => {
  const [, stem, number] = /^(.*?)\s*(\d{1,3})$/.exec(name) ?? [];
  return stem === undefined || stem === '' ? undefined : { stem, number: Number(number) };
};

/** `a, b and c`. */
export const listed = (names: readonly string[], word = 'and'): string =>
  names.length < 2
    ? names.map(worded).join('')
    : fillTemplate(['', ...names.slice(2).map(() => ', '), ` ${word} `, ''], names);

/** A number with its sign, the minus as a typographer sets it: +15, −5, 0. */
export const formatSigned = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');

/** A number as a typographer sets it, its minus no hyphen: 5, −5. */
export const formatNumber = (value: number): string => (value < 0 ? `−${-value}` : `${value}`);

/** What went wrong, as whatever threw it says. */
export const errorMessage = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);

/** What people read if the disk of the bot's data is full. */
export const diskFullSentence =
  'The bot’s disk is full, so nothing was saved. Ask the person who runs the bot to free space, then try again.';

/** True if a failure comes from a full disk. */
export const isFromFullDisk = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'DiskFull' || isFromFullDisk(error.cause));

/** A combatant in a text, by id. The reader decides which word replaces it. */
export interface Ref {
  readonly ref: string;
  /** The text is worth telling without the name too. */
  readonly masked?: true | undefined;
}

/** A sentence with holes, and what fills them: `${aimer} aims at ${target}.` What fills one may have holes of its own. */
export interface Message {
  readonly say: readonly string[];
  readonly with: readonly Text[];
}

/** Words for people. A plain string must not name anyone who could be hidden. */
export type Text = string | Ref | Message;

/** A combatant in a text, by id. Readers who cannot see it do not get the line or offer. */
export const ref = (id: string): Ref => ({ ref: id });

/** A combatant in a text, by id. Readers who cannot see it read `somebody`. */
export const maskedRef = (id: string): Ref => ({ ref: id, masked: true });

/** A message: `` say`${ref(who)} aims at ${ref(target)}.` ``. */
export const say = (strings: readonly string[], ...values: readonly (Text | number)[]): Message => ({
  say: [...strings],
  with: values.map((value) => (typeof value === 'number' ? `${value}` : value)),
});

/** `a, b and c`, whatever they are. */
export const listing = (texts: readonly Text[], word = 'and'): Text => {
  const [first = '', ...others] = texts;
  const between = others.map((_, index) => (index === others.length - 1 ? ` ${word} ` : ', '));
  return others.length === 0 ? first : { say: ['', ...between, ''], with: texts };
};

/** `a, b, c`: texts with the same between each two. */
export const joined = (texts: readonly Text[], between = ', '): Message => ({
  say: texts.length === 0 ? [''] : ['', ...texts.slice(1).map(() => between), ''],
  with: texts,
});

/** How many of what: `1 turn`, `2 turns`. */
export const count = (amount: number, one: string, many = `${one}s`): Message => ({
  say: ['', ` ${amount === 1 ? one : many}`],
  with: [`${amount}`],
});

/** Puts facts into a sentence: `It is {whose} turn.` A name without a fact stays as it is. */
export const fillPlaceholders = (sentence: string, facts: Readonly<Record<string, Text | number>>): Message => {
  const parts = sentence.split(/\{(\w+)\}/);
  const holes = parts.filter((_, index) => index % 2 === 1);
  return say(
    parts.filter((_, index) => index % 2 === 0),
    ...holes.map((name) => facts[name] ?? `{${name}}`),
  );
};

/** All references in a text. */
export const findRefs = (text: Text): readonly Ref[] => {
  if (typeof text === 'string') return [];
  return 'ref' in text ? [text] : text.with.flatMap(findRefs);
};

/** True if a reader who sees these may read the text: all unmasked references are visible, and at least one of all. */
export const isVisibleTo = (text: Text, sees: (id: string) => boolean): boolean => {
  const refs = findRefs(text);
  return (
    refs.every((each) => each.masked || sees(each.ref)) && (refs.length === 0 || refs.some((each) => sees(each.ref)))
  );
};

/** How one reader reads names. */
export interface NameResolver {
  /** The name of a combatant. Undefined if the reader must not know who it is. */
  readonly name: (id: string) => string | undefined;
}

/** The text as one reader reads it, in the language that is read now. The only place where a reference becomes a word. */
export const renderText = (text: Text, { name }: NameResolver): string => {
  const dictionary = currentDictionary();
  const word = (words: string): string => (dictionary === undefined ? words : translateText(dictionary, words));
  const worded = (part: Text, before: string): string => {
    if (typeof part === 'string') return before + word(part);
    if ('ref' in part) return before + (name(part.ref) ?? word(before === '' ? 'Somebody' : 'somebody'));
    const { say, with: filling }: Message = dictionary === undefined ? part : translateTemplate<Text>(dictionary, part);
    return say.reduce((said, words, index) => {
      const filled = index === 0 ? undefined : filling[index - 1];
      return (filled === undefined ? said : worded(filled, said)) + words;
    }, before);
  };
  return typeof text === 'object' && 'ref' in text ? (name(text.ref) ?? word('somebody')) : worded(text, '');
};

export type Result<T, E = Refusal> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const err = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** Why something cannot be done: a code from a closed list, and what fills in its sentence. Returned, never thrown. */
export interface Refusal<Code extends string = string> {
  readonly code: Code;
  /** Values for the holes of the sentence. Unknown facts are missing or undefined. */
  readonly facts: Readonly<Record<string, Text | number | undefined>>;
}

/** The sentence of a code, with facts in braces. Of several wordings the first counts whose facts are all given. */
export type Wording = string | readonly [string, ...string[]];

export const refuse = <Code extends string>(code: Code, facts: Refusal['facts'] = {}): Result<never, Refusal<Code>> =>
  err({ code, facts });
