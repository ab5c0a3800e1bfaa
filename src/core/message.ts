import { currentDictionary, translateTemplate, translateText } from './language.ts';

/** Somebody in a text, by id. What stands there in the end depends on who reads it. */
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

/** Words for people. A plain string names nobody who could be hidden. */
export type Text = string | Ref | Message;

/** Somebody without whom there is nothing to tell: a line or an offer is only for those who see them. */
export const ref = (id: string): Ref => ({ ref: id });

/** Somebody who is `somebody` to those who do not see them. */
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

/** Everybody a text names. */
export const findRefs = (text: Text): readonly Ref[] => {
  if (typeof text === 'string') return [];
  return 'ref' in text ? [text] : text.with.flatMap(findRefs);
};

/** May this be told to one who sees just these? Nobody it depends on may be hidden, nor all of those it names. */
export const isVisibleTo = (text: Text, sees: (id: string) => boolean): boolean => {
  const refs = findRefs(text);
  return (
    refs.every((each) => each.masked || sees(each.ref)) && (refs.length === 0 || refs.some((each) => sees(each.ref)))
  );
};

/** How somebody reads names. */
export interface NameResolver {
  /** What somebody is called; nothing where the reader must not know who it is. */
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
