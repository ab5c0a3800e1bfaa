import { AsyncLocalStorage } from 'node:async_hooks';

/** A sentence in another language, its holes numbered as in the English one; where the first is a number, by what Intl.PluralRules makes of it. */
export type Translation = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The sentences of a language by the English ones: `{1} aims at {2}.` A translation is this table, and no code. */
export interface Dictionary {
  /** As BCP 47 names it: `de`, `pt-BR`. */
  readonly language: string;
  readonly sentences: Readonly<Record<string, Translation>>;
}

/** What they read in a place: a server, or somebody's direct messages. Nothing where they read English. */
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

/** The sentences of those who read; nothing where they read English. */
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

/** Words and what stands between them, for whoever reads now. */
export const fillTemplate = (say: readonly string[], values: readonly string[]): string => {
  const dictionary = currentDictionary();
  return dictionary === undefined
    ? say.reduce((said, words, index) => said + values[index - 1] + words)
    : fillTranslation(dictionary, translateTemplate(dictionary, { say, with: values }));
};

/**
 * A sentence for whoever reads now: `` phrase`${title} is kept.` ``. What is saved, or told to several readers, is a
 * message instead (`say`).
 */
export const phrase = (strings: readonly string[], ...values: readonly unknown[]): string =>
  fillTemplate(strings, values.map(String));

/** How many of what, for whoever reads now: `1 turn`, `2 turns`. */
export const counted = (amount: number, one: string, many = `${one}s`): string =>
  fillTemplate(['', ` ${amount === 1 ? one : many}`], [`${amount}`]);

/** A word or sentence without holes, for whoever reads now. */
export const worded = (text: string): string => {
  const dictionary = currentDictionary();
  return dictionary === undefined ? text : translateText(dictionary, text);
};
