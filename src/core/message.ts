import { AsyncLocalStorage } from 'node:async_hooks';
import { BoundedCache, memoizeByKey } from './memoize.ts';

/** A translated sentence with numbered holes, or one sentence for each plural form of the number that chooses it. */
export type Translation = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

export const translatedNames = ['none', 'options', 'all'] as const;
export type TranslatedNames = (typeof translatedNames)[number];

/** The translations of one language, by the English sentence: `{1} aims at {2}.` It contains no code. */
export interface Dictionary {
  /** The language tag (BCP 47): `de`, `pt-BR`. */
  readonly language: string;
  readonly sentences: Readonly<Record<string, Translation>>;
  /** Which names of slash commands are translated besides choices: none (default), those of options, or all. */
  readonly names?: TranslatedNames | undefined;
  /** The dictionary for sentences that this one lacks: `pt` for `pt-BR`. */
  readonly fallback?: Dictionary | undefined;
}

/** A word of the game or the interface, looked up in the dictionary. The context tells apart words that are equal in English. */
export interface Term {
  readonly term: string;
  readonly of?: string | undefined;
}

/** Text that users wrote. It is the same in all languages. */
export interface Name {
  readonly name: string;
}

/** A number, with the sign and decimal point of the reader's language. */
export interface Amount {
  readonly amount: number;
  /** The most decimals. Default: 2. */
  readonly digits?: number | undefined;
  /** True if the number always has that many decimals. */
  readonly fixed?: true | undefined;
}

type Word = Term | Name | Amount;

/** Marks a word of the game or the interface for translation: `term('Normal', 'movement')`. */
export const term = (word: string, of?: string): Term => ({ term: word, ...(of !== undefined && { of }) });

/** Marks the name of a side, which is a word unless someone in the battle has this name. */
export const sideTerm = (side: string): Term => term(side, 'side');

/** Marks text that users wrote, which is never translated. */
export const asName = (name: string): Name => ({ name });

/** Marks a number, which each language writes in its own way. */
export const amount = (value: number, digits?: number): Amount => ({
  amount: value,
  ...(digits !== undefined && { digits }),
});

/** Marks a number that always has the same number of decimals: 2.50. */
export const decimal = (value: number, digits: number): Amount => ({
  ...amount(Number(value.toFixed(digits)), digits),
  fixed: true,
});

/** True if a value is a term, a name or an amount. */
export const isWord = (part: unknown): part is Word =>
  typeof part === 'object' && part !== null && ('term' in part || 'name' in part || 'amount' in part);

/** Finds the installed dictionary for a locale, such as `pt-BR`. Undefined for English. */
export type FindDictionary = (locale: string | undefined) => Dictionary | undefined;

/** Finds the languages of people who read what the current work makes. */
interface LanguageLookup {
  readonly find: FindDictionary;
  readonly forPerson: (user: string) => Promise<Dictionary | undefined>;
}

/** The languages of the current work. */
export interface CurrentLanguages {
  readonly reader: Dictionary | undefined;
  /** The language of the server, for public texts outside of battles. */
  readonly everyone?: Dictionary | undefined;
  /** Undefined where all texts are for the reader, such as in threads. */
  readonly lookup?: LanguageLookup | undefined;
  /** Functions that are true for the names that people gave, by battle or campaign. */
  readonly names?: Map<string, (text: string) => boolean>;
}

const current = new AsyncLocalStorage<CurrentLanguages>();

/** Runs a function in these languages. */
export const runInLanguages = <T>(languages: CurrentLanguages, work: () => T): T =>
  current.run({ names: current.getStore()?.names ?? new Map(), ...languages }, work);

/** Number of battles and campaigns whose names are marked. Some work never ends, such as the updates of pages. */
const maxMarked = 20;

/** Marks texts as names for the rest of the current work. A name alone is not looked up, even if it is a word. */
export const markNames = (id: string, isName: (text: string) => boolean): void => {
  const names = current.getStore()?.names;
  if (names === undefined) return;
  names.delete(id);
  names.set(id, isName);
  const [oldest = id] = names.keys();
  if (names.size > maxMarked) names.delete(oldest);
};

const isMarkedName = (text: string): boolean =>
  [...(current.getStore()?.names?.values() ?? [])].some((isName) => isName(text));

/** Runs a function so that every sentence it makes is in this language. */
export const runInLanguage = <T>(dictionary: Dictionary | undefined, work: () => T): T =>
  dictionary === currentDictionary() ? work() : current.run({ ...current.getStore(), reader: dictionary }, work);

/** Runs a function that makes public texts: in the language of the battle, or of the server outside of battles. */
export const runForEveryone = <T>(
  work: () => T,
  battle?: { readonly table: { readonly language?: string | undefined } },
): T => {
  const { lookup, everyone } = current.getStore() ?? {};
  if (lookup === undefined) return work();
  return runInLanguage(battle === undefined ? everyone : lookup.find(battle.table.language), work);
};

/** Runs a function so that public texts are in the language of the current reader, too. */
export const runForReaderOnly = <T>(work: () => T): T =>
  current.run({ reader: currentDictionary(), names: current.getStore()?.names ?? new Map() }, work);

/** Runs a function that makes texts for one user. */
export const runForPerson = async <T>(user: string, work: () => T): Promise<Awaited<T>> => {
  const lookup = current.getStore()?.lookup;
  return await (lookup === undefined ? work() : runInLanguage(await lookup.forPerson(user), work));
};

/** The dictionary of the current reader. Undefined for English. */
export const currentDictionary = (): Dictionary | undefined => current.getStore()?.reader;

/** The tag of the language of public texts. Undefined for English. */
export const languageOfEveryone = (): string | undefined => current.getStore()?.everyone?.language;

/** Finds an installed dictionary. Undefined for English. */
export const findDictionary: FindDictionary = (locale) => current.getStore()?.lookup?.find(locale);

/** The name of a language in that language: `日本語`. */
export const languageName = (language = 'en'): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

/** Returns a function that computes texts on its first call in each language. */
export const oncePerLanguage = <T>(work: () => T): (() => T) => {
  let made: Map<Dictionary | undefined, T> | undefined;
  return () => {
    const dictionary = currentDictionary();
    made ??= new Map();
    const known = made.get(dictionary);
    if (known !== undefined) return known;
    const value = work();
    made.set(dictionary, value);
    return value;
  };
};

/** The key of a sentence in a dictionary: its words with numbered holes, `{1} aims at {2}.` */
export const toTemplate = (say: readonly string[]): string =>
  say.reduce((key, words, index) => `${key}{${index}}${words}`);

/** The key of a sentence with a context, as in PO files. */
export const contextKey = (template: string, of?: string): string =>
  of === undefined ? template : `${of}\u0004${template}`;

const pluralRules = memoizeByKey((language: string) => new Intl.PluralRules(language));

const toNumber = (part: unknown): number => Number(isWord(part) && 'amount' in part ? part.amount : part);

/** Finds a translation, in the context first. A text found only with a small first letter gets a capital letter. */
const translationOf = (
  dictionary: Dictionary | undefined,
  template: string,
  of?: string,
  chooser: unknown = '',
): string | undefined => {
  if (dictionary === undefined) return undefined;
  const { language, fallback, sentences } = dictionary;
  const small = template.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
  const keys = [contextKey(template, of), contextKey(small, of), template, small];
  const at = keys.findIndex((each) => Object.hasOwn(sentences, each));
  const found = sentences[keys[at] ?? ''];
  if (found === undefined) return translationOf(fallback, template, of, chooser);
  const number = typeof found === 'string' ? Number.NaN : toNumber(chooser);
  const form = Number.isNaN(number) ? 'other' : pluralRules(language).select(number);
  const chosen = typeof found === 'string' ? found : (found[form] ?? found.other);
  return at % 2 === 0 ? chosen : chosen.replace(/^\p{L}/u, (letter) => letter.toLocaleUpperCase(language));
};

/** Translates a sentence without holes, or a single word. Unchanged if the dictionary does not have the text. */
export const translateText = (dictionary: Dictionary | undefined, text: string, of?: string): string =>
  translationOf(dictionary, text, of) ?? text;

/** Formats by language, least and most decimals: `de 0 2`. */
const numberFormat = memoizeByKey((key: string) => {
  const [language, least, most] = key.split(' ');
  const digits = { minimumFractionDigits: Number(least), maximumFractionDigits: Number(most) };
  return new Intl.NumberFormat(`${language}-u-nu-latn`, { useGrouping: false, ...digits });
});

/** Formats a term, a name or an amount for a reader. */
const formatWord = (dictionary: Dictionary | undefined, part: Word): string => {
  if ('name' in part) return part.name;
  if ('term' in part) {
    const isName = part.of === 'side' && isMarkedName(part.term);
    return isName ? part.term : translateText(dictionary, part.term, part.of);
  }
  const { amount, digits = 2, fixed } = part;
  return Number.isInteger(amount) && !fixed
    ? formatNumber(amount)
    : numberFormat(`${dictionary?.language ?? 'en'} ${fixed ? digits : 0} ${digits}`)
        .format(amount)
        .replace('-', '−');
};

/** Translates a sentence with holes. A list of three or more items becomes pairs, `{1}, {2}` and `{1} and {2}`. */
const translateMessage = (dictionary: Dictionary, message: Message): Message => {
  const { say, with: filling, of, by = 0 } = message;
  const found = translationOf(dictionary, toTemplate(say), of, filling[by]);
  if (found === undefined) {
    const last = say.at(-2);
    if (say.length < 4 || say[0] !== '' || say.at(-1) !== '' || last === undefined) return message;
    const before = translateMessage(dictionary, { say: [...say.slice(0, -2), ''], with: filling.slice(0, -1) });
    return translateMessage(dictionary, { say: ['', last, ''], with: [before, ...filling.slice(-1)] });
  }
  const parts = found.split(/\{(\d+)\}/);
  return {
    say: parts.filter((_, index) => index % 2 === 0),
    with: parts.flatMap((part, index) => (index % 2 === 1 ? (filling[Number(part) - 1] ?? []) : [])),
  };
};

type Phrase = (strings: readonly string[], ...values: readonly unknown[]) => string;

const phraseOf =
  (of?: string): Phrase =>
  (strings, ...values) =>
    worded({
      say: strings,
      with: values.map((value) => (isWord(value) ? value : typeof value === 'number' ? amount(value) : String(value))),
      of,
    });

/** Formats a sentence for the current reader: `` phrase`${title} is saved.` ``. For saved or shared text use `say`. */
export const phrase: Phrase & { readonly of: (context: string) => Phrase } = Object.assign(phraseOf(), {
  of: phraseOf,
});

/** Formats a count with its noun, for the current reader: `1 turn`, `2 turns`. */
export const counted = (amount: number, one: string, many = `${one}s`): string => worded(count(amount, one, many));

/** Renders a text without combatants for the current reader: a word, or `several` sentences in other text. */
export const worded = (text: Text): string => renderText(text, { name: () => undefined });

/** Translates the title or text of a rule for the current reader. The context is the rule's id. */
export const translateRuleText = (text: string, rule: string): string => translateText(currentDictionary(), text, rule);

/** Matches characters that no name needs: control and zero-width characters, bidirectional marks, lone surrogates. */
export const invisibleCharacters =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Variation_Selector}|\u2028|\u2029|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;

/** Matches names that normalizing would not change, which is nearly every name. */
const plainNamePattern = /^[!-~]+(?: [!-~]+)*$/;

/** Matches whole emoji, or one invisible character outside of them. */
const emojiOrInvisible = new RegExp(`(\\p{RGI_Emoji})|${invisibleCharacters.source}`, 'gv');

/** Removes invisible characters outside of emoji, and replaces each run of white space by one blank. */
export const normalizeText = (text: string): string => {
  if (plainNamePattern.test(text)) return text;
  const spaced = text.replace(/\s+/gu, ' ').trim();
  // Searching a long text for emoji takes half a millisecond.
  return spaced.search(invisibleCharacters) < 0 ? spaced : spaced.replace(emojiOrInvisible, '$1').trim();
};

/** True if two names are equal. Ignores letter case and full-width forms. */
export const isSameName = (a: string, b: string): boolean => normalizeName(a) === normalizeName(b);

/** Cache of normalized names, since the same few are looked up again and again. */
const normalizedNames = new BoundedCache<string, string>(1000);

export const normalizeName = (name: string): string =>
  normalizedNames.get(name) ??
  normalizedNames.put(name, normalizeText(name).replace(invisibleCharacters, '').normalize('NFKC').toLowerCase());

const escapeForPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Builds a pattern that matches any of these names as whole words, in any letter case, the longest first. */
export const buildNamePattern = (names: readonly string[]): RegExp => {
  const longestFirst = [...new Set(names)].toSorted((a, b) => b.length - a.length).map(escapeForPattern);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
};

/** Splits a name with a number of at most three digits: `Zombie 12`. Undefined if the name or the number is missing. */
export const splitNumberedName = (name: string): { readonly stem: string; readonly number: number } | undefined => {
  const [, stem, number] = /^(.*?)\s*(\d{1,3})$/.exec(name) ?? [];
  return stem === undefined || stem === '' ? undefined : { stem, number: Number(number) };
};

/** Formats a list of names for the current reader: `a, b and c`. */
export const listed = (names: readonly string[], word = 'and'): string =>
  names.length < 2 ? names.join('') : worded(listing(names, word));

/** Formats a number with its sign and a real minus: +15, −5, 0. */
export const formatSigned = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');

/** Formats a number with a real minus instead of a hyphen: 5, −5. */
export const formatNumber = (value: number): string => (value < 0 ? `−${-value}` : `${value}`);

/** Changes the first letter to a capital. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The message of an error, or the thrown value as text. */
export const errorMessage = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);

/** The sentence for users if the disk with the bot's data is full. */
export const diskFullSentence =
  'The bot’s disk is full, so nothing was saved. Ask the person who runs the bot to free space, then try again.';

/** True if an error, or one of its causes, is a full disk. */
export const isFromFullDisk = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'DiskFull' || isFromFullDisk(error.cause));

/** A combatant in a text, by id. Each reader gets its name, or “somebody”. */
export interface Ref {
  readonly ref: string;
  /** True if readers who do not see the combatant still get the text, with “somebody”. */
  readonly masked?: true | undefined;
}

/** A sentence and the texts for its holes: `${aimer} aims at ${target}.` Each reader gets it in their language. */
export interface Message {
  readonly say: readonly string[];
  readonly with: readonly Text[];
  /** The context, for equal English sentences with different meanings. */
  readonly of?: string | undefined;
  /** The index of the hole whose number chooses the plural form. The first by default. */
  readonly by?: number | undefined;
}

/** Text for users. A plain string must not name a combatant that could be hidden, and is not translated in a hole. */
export type Text = string | Ref | Word | Message;

/** A reference to a combatant. Readers who cannot see it do not get the line or offer that contains it. */
export const ref = (id: string): Ref => ({ ref: id });

/** A reference to a combatant. Readers who cannot see it read `somebody`. */
export const maskedRef = (id: string): Ref => ({ ref: id, masked: true });

type Say = (strings: readonly string[], ...values: readonly (Text | number)[]) => Message;

const sayOf =
  (of?: string): Say =>
  (strings, ...values) => ({
    say: [...strings],
    with: values.map((value) => (typeof value === 'number' ? amount(value) : value)),
    ...(of !== undefined && { of }),
  });

/** Creates a message. `say.of(context)` tells apart sentences that are equal in English. */
export const say: Say & { readonly of: (context: string) => Say } = Object.assign(sayOf(), { of: sayOf });

/** Chooses the sentence for one or for many by a number that fills one of its holes. */
export const several = (number: number, one: Message, many: Message): Message => {
  const message = number === 1 ? one : many;
  const by = message.with.findIndex((part) => toNumber(part) === number);
  return by < 1 ? message : { ...message, by };
};

/** Puts whole sentences after each other, without those that are left out. */
export const sentences = (...texts: readonly (Text | undefined | false)[]): Text => {
  const [first = '', ...others] = present(texts).filter((text) => text !== '');
  return others.reduce((before, next) => say.of('sentences')`${before} ${next}`, first);
};

/** A list without the items that are left out, which are undefined or false. */
export const present = <Item>(items: readonly (Item | undefined | false)[]): Item[] =>
  items.filter((item): item is Item => item !== undefined && item !== false);

/** A list of texts as one text: `a, b and c`. */
export const listing = (texts: readonly Text[], word = 'and'): Text => {
  const [first = '', ...others] = texts;
  const between = others.map((_, index) => (index === others.length - 1 ? ` ${word} ` : ', '));
  return others.length === 0 ? first : { say: ['', ...between, ''], with: texts };
};

/** Joins texts with a separator, without those that are left out: `a, b, c`. */
export const joined = (texts: readonly (Text | undefined | false)[], between = ', '): Text => {
  const all = present(texts);
  return all.length === 0 ? '' : { say: ['', ...all.slice(1).map(() => between), ''], with: all };
};

/** Formats a list for the current reader: `a, b, c`. */
export const listText = (texts: Parameters<typeof joined>[0], between?: string): string =>
  worded(joined(texts, between));

/** A count with its noun, as a message: `1 turn`, `2 turns`. */
export const count = (amount: number, one: string, many = `${one}s`): Message => ({
  say: ['', ` ${amount === 1 ? one : many}`],
  with: [`${amount}`],
});

/** Fills a sentence with facts: `It is {whose} turn.` A hole without a fact is left as it is. */
export const fillPlaceholders = (sentence: string, facts: Readonly<Record<string, Text | number>>): Message => {
  const parts = sentence.split(/\{(\w+)\}/);
  const holes = parts.filter((_, index) => index % 2 === 1);
  return say(
    parts.filter((_, index) => index % 2 === 0),
    ...holes.map((name) => facts[name] ?? `{${name}}`),
  );
};

/** Lists all references to combatants in a text. */
export const findRefs = (text: Text): readonly Ref[] => {
  if (typeof text === 'string' || isWord(text)) return [];
  return 'ref' in text ? [text] : text.with.flatMap(findRefs);
};

/** True if a reader may get the text: sees all its unmasked combatants, and one or more if any. */
export const isVisibleTo = (text: Text, sees: (id: string) => boolean): boolean => {
  const refs = findRefs(text);
  return (
    refs.every((each) => each.masked || sees(each.ref)) && (refs.length === 0 || refs.some((each) => sees(each.ref)))
  );
};

/** Maps combatants to the names that one reader may know. */
export interface NameResolver {
  /** The name of a combatant. Undefined if it is hidden from the reader. */
  readonly name: (id: string) => string | undefined;
}

/** Renders a text for one reader, in the current language. Only here do references become names. */
export const renderText = (text: Text, { name }: NameResolver): string => {
  const dictionary = currentDictionary();
  const word = (words: string): string => translateText(dictionary, words);
  const worded = (part: Text, before: string): string => {
    if (typeof part === 'string') return before + part;
    if (isWord(part)) return before + formatWord(dictionary, part);
    if ('ref' in part) return before + (name(part.ref) ?? word(/(?:^|[.!?] )$/.test(before) ? 'Somebody' : 'somebody'));
    const { say, with: filling }: Message = dictionary === undefined ? part : translateMessage(dictionary, part);
    return say.reduce((said, words, index) => {
      const filled = index === 0 ? undefined : filling[index - 1];
      return (filled === undefined ? said : worded(filled, said)) + words;
    }, before);
  };
  if (typeof text === 'string') {
    const found = word(text);
    return found !== text && isMarkedName(text) ? text : found;
  }
  return 'ref' in text ? (name(text.ref) ?? word('somebody')) : worded(text, '');
};

export type Result<T, E = Refusal> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const err = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** The reason that something cannot be done: a code from a closed list and its facts. Returned, never thrown. */
export interface Refusal<Code extends string = string> {
  readonly code: Code;
  /** Values for the holes of the code's sentence. An unknown fact is missing or undefined. */
  readonly facts: Readonly<Record<string, Text | number | undefined>>;
}

/** The sentence of a refusal code, with facts in braces. Of several wordings, the first with all facts is used. */
export type Wording = string | readonly [string, ...string[]];

export const refuse = <Code extends string>(code: Code, facts: Refusal['facts'] = {}): Result<never, Refusal<Code>> =>
  err({ code, facts });

/** Refuses the value of a command's option. The problem says what to write instead. */
export const refuseInput = (option: string, problem: string) =>
  refuse('bad-input', { option, problem: worded(problem) });

/** Refuses a text of a known format that cannot be imported. */
export const refuseImport = (format: string, problem: string) =>
  refuse('import-unfit', { format: worded(format), problem: worded(problem) });
