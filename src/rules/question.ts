import { lazyValue } from '../core/memoize.ts';
import type { Text } from '../core/message.ts';
import type { SumRow } from './lines.ts';
import { rejectChoice } from './order-limits.ts';

/** One answer that may be given: `id` is what is logged and what standing orders name. */
export interface Choice<Says extends Text = Text> {
  readonly id: string;
  readonly label: Says;
}

/** What a question is about, as values: its words are for people alone. */
export type QuestionFacts = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/** A decision that belongs to somebody: the ruling stops here until it is answered. */
export interface Question<Says extends Text = Text> {
  /** The combatant or seat whose controller answers, or `gm`. */
  readonly to: string;
  /** The kind of question, by which standing orders are kept: `intercept`, `drop-dice`. */
  readonly kind: string;
  /** What is asked, in one sentence. */
  readonly says: Says;
  readonly choices: readonly Choice<Says>[];
  /** The engine's best choice for the one who is asked. */
  readonly auto: string;
  /** What happens when no standing order says otherwise. */
  readonly unless: 'ask' | 'auto';
  /** What the one who is asked may know of the ruling so far: the dice on the table, each modifier. */
  readonly rows: readonly SumRow<Says>[];
  /** What a rulebook wants to know of it again when it is answered. */
  readonly facts?: QuestionFacts | undefined;
}

/** What of a question people read. */
type QuestionWords = Pick<Question, 'says' | 'choices' | 'rows'>;

class LazyQuestion implements Question {
  readonly to: string;
  readonly kind: string;
  readonly auto: string;
  readonly unless: Question['unless'];
  readonly facts: QuestionFacts | undefined;
  readonly #words: () => QuestionWords;
  constructor({ to, kind, auto, unless, facts }: Omit<Question, keyof QuestionWords>, words: () => QuestionWords) {
    this.to = to;
    this.kind = kind;
    this.auto = auto;
    this.unless = unless;
    this.facts = facts;
    this.#words = lazyValue(words);
  }
  get says(): Text {
    return this.#words().says;
  }
  get choices(): Question['choices'] {
    return this.#words().choices;
  }
  get rows(): Question['rows'] {
    return this.#words().rows;
  }
}

/**
 * A question that is put into words where somebody reads it: most questions answer themselves. It is of a class, as the getters of an
 * object literal are kept, with all they refer to, until the whole heap is collected.
 */
export const lazyQuestion = (question: Omit<Question, keyof QuestionWords>, words: () => QuestionWords): Question =>
  new LazyQuestion(question, words);

/** Answers a question at once, by standing order or of itself; nothing where somebody must be asked. */
export type AnswerPolicy = (question: Question) => string | undefined;

export interface TypedQuestion<Id extends string> {
  readonly to: string;
  readonly kind: string;
  readonly says: Text;
  readonly choices: readonly { readonly id: Id; readonly label: Text }[];
  readonly auto: NoInfer<Id>;
  readonly unless?: 'ask' | 'auto';
  readonly rows?: readonly SumRow<Text>[];
  readonly facts?: QuestionFacts;
}

/** Asks and gives back the answer, typed as one of the choices. An answer that is no choice ends the ruling. */
export function* askQuestion<const Id extends string>(asking: TypedQuestion<Id>): Generator<Question, Id, string> {
  const answer = yield { unless: 'ask', rows: [], ...asking };
  const chosen = asking.choices.find(({ id }) => id === answer);
  return chosen === undefined ? rejectChoice(answer, asking.choices) : chosen.id;
}
