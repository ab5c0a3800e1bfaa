import { lazyValue } from '../core/memoize.ts';
import type { Text } from '../core/message.ts';
import type { SumRow } from './event.ts';
import { rejectChoice } from './order-limits.ts';

/** One answer that may be given: `id` is what is logged and what standing orders name. */
export interface Choice<Says extends Text = Text> {
  readonly id: string;
  readonly label: Says;
}

/** What a question is about, as values: its words are for people alone. */
export type QuestionFacts = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/** A decision that stops a ruling until it is answered. */
export interface Question<Says extends Text = Text> {
  /** The combatant or seat whose controller answers, or `gm`. */
  readonly to: string;
  /** The kind of question, as standing orders name it: `intercept`, `drop-dice`. */
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
 * A question whose words are computed when they are read: most questions are answered automatically. It is a class because
 * getters of an object literal stay in memory, with all they refer to, until the whole heap is collected.
 */
export const lazyQuestion = (question: Omit<Question, keyof QuestionWords>, words: () => QuestionWords): Question =>
  new LazyQuestion(question, words);

/** Answers a question by a standing order or automatically. Undefined if a person must answer. */
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

/** Asks a question and returns the answer, typed as one of the choices. An invalid answer ends the ruling. */
export function* askQuestion<const Id extends string>(asking: TypedQuestion<Id>): Generator<Question, Id, string> {
  const answer = yield { unless: 'ask', rows: [], ...asking };
  const chosen = asking.choices.find(({ id }) => id === answer);
  return chosen === undefined ? rejectChoice(answer, asking.choices) : chosen.id;
}

/** The actor id of the game master, whatever a rulebook calls the role. */
export const gmActor = 'gm';

/** Who gives an order for which actor. A system refuses in its rulebook's own order; the service refuses the rest. */
export interface Caller {
  /** The combatant or seat that is commanded. */
  readonly actor: string;
  /** The person who commands. */
  readonly by: string;
  /** True for the GM and co-GMs, who may do anything. */
  readonly gm: boolean;
  /** The combatants or seats this person runs. */
  readonly controls: readonly string[];
  /** The question that the battle waits on, if it does. */
  readonly pending: Question | undefined;
  /** The combatants to leave out when that actor is asked or acts automatically, so that no one learns of them. Default: none. */
  readonly hiddenFrom?: (actor: string) => readonly string[];
  /** True if more actions follow in the same order. Automatic consequences wait for the last. */
  readonly moreFollows?: boolean;
}

/** True if the caller may command that combatant or seat. */
export const mayCommand = ({ gm, controls, actor }: Caller, who = actor): boolean => gm || controls.includes(who);

/** The caller of the battle service itself, or of the GM by default. */
export const gmCaller = (by = gmActor, actor = gmActor): Caller => ({
  actor,
  by,
  gm: true,
  controls: [],
  pending: undefined,
});

/** What a standing order may say beside `ask` and `auto`. */
export interface StandingOrderAnswer {
  /** To follow “will”: `dodge`. */
  readonly does: string;
  /** The order it gives for an expected action. Undefined: its name is the id of a choice of the question. */
  readonly order?: Pick<Suggestion, 'verb' | 'params'>;
}

/** One kind of question or move: what standing orders may say of it. */
export interface StandingOrderKind {
  /** When it comes, to follow a name: `is attacked`. */
  readonly when: string;
  /** Whose it is to answer: a combatant’s or seat’s, or the GM’s. */
  readonly decider: 'actor' | 'gm';
  /** What `auto` does, to follow “will”. Undefined: a person must decide. */
  readonly auto?: string;
  readonly answers: Readonly<Record<string, StandingOrderAnswer>>;
}

/** A question whose answers are its own choices, each with what it does. */
export const standingOrderForQuestion = (
  when: string,
  of: StandingOrderKind['decider'],
  auto: string,
  answers: Readonly<Record<string, string>> = {},
): StandingOrderKind => ({
  when,
  decider: of,
  auto,
  answers: Object.fromEntries(Object.entries(answers).map(([id, does]) => [id, { does }])),
});

/** A move of a combatant or seat; each answer is an order. */
export const standingOrderForMove = (
  when: string,
  auto: string,
  answers: StandingOrderKind['answers'] = {},
): StandingOrderKind => ({
  when,
  decider: 'actor',
  auto,
  answers,
});

/** A standing order for an expected action of the GM. Without `auto` a person must decide. */
export const standingOrderForGm = (when: string, auto?: string): StandingOrderKind => ({
  when,
  decider: 'gm',
  ...(auto !== undefined && { auto }),
  answers: {},
});

/** An answer of a move: what it does, and the order that it gives. */
export const orderAnswer = (does: string, verb: string, params: Suggestion['params'] = {}): StandingOrderAnswer => ({
  does,
  order: { verb, params },
});

/**
 * One thing a battle waits for. Panel, pings, buttons, clocks and the order's default actor are all made from these. What costs much
 * to find out (`verbs`, `auto`) a rulebook may work out as it is asked for: see `lazyExpectedAction`.
 */
export interface ExpectedAction<Says extends Text = string> {
  /** The combatant or seat, or `gm`. */
  readonly actor: string;
  /** The kind, as standing orders name it: `turn`, `declaration`, `reaction`, `placement`, `activation`. */
  readonly kind: string;
  /** What the actor must do, to follow a name: `to act`, `to declare`, `to defend against Grim`. Holds no secret. */
  readonly what: Says;
  /** The verbs that could be ordered now, the most usual first. */
  readonly verbs: readonly string[];
  /** The verbs that reveal what is on its sheet: not shown for a foe. */
  readonly own?: readonly string[] | undefined;
  /** The action for an absent player: the best plan's first order, else the rulebook's default. */
  readonly auto: Suggestion<Says> | undefined;
  /** What the rulebook does if that plan is illegal. Undefined if it has no tactics. */
  readonly fallback?: Suggestion<Says> | undefined;
  /** What lets the moment pass with nothing that others could see; left out where `auto` does. */
  readonly idle?: Suggestion<Says> | undefined;
  /** Done once for several, this one first: a roll for a whole side. Names what it is done for; without this one it would be the next of them. */
  readonly together?: string | undefined;
}

/** An order that could be given as it is. */
export interface Suggestion<Says extends Text = string> {
  readonly label: Says;
  readonly verb: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** True if it is the first of several orders of a plan, which goes on with the next suggestion. */
  readonly goesOn?: true;
}

/** What of it may be worked out as it is asked for. */
interface LazyParts<Says extends Text> {
  readonly verbs: () => readonly string[];
  readonly auto: () => Suggestion<Says> | undefined;
  readonly fallback?: () => Suggestion<Says> | undefined;
}

class LazyExpectedAction<Says extends Text> implements ExpectedAction<Says> {
  readonly actor: string;
  readonly kind: string;
  readonly what: Says;
  readonly own: readonly string[] | undefined;
  readonly idle: Suggestion<Says> | undefined;
  readonly together: string | undefined;
  readonly #parts: LazyParts<Says>;
  constructor(
    { actor, kind, what, own, idle, together }: Omit<ExpectedAction<Says>, keyof LazyParts<Says>>,
    parts: LazyParts<Says>,
  ) {
    this.actor = actor;
    this.kind = kind;
    this.what = what;
    this.own = own;
    this.idle = idle;
    this.together = together;
    this.#parts = { ...parts, verbs: lazyValue(parts.verbs), auto: lazyValue(parts.auto) };
  }
  get verbs(): readonly string[] {
    return this.#parts.verbs();
  }
  get auto(): Suggestion<Says> | undefined {
    return this.#parts.auto();
  }
  get fallback(): Suggestion<Says> | undefined {
    return this.#parts.fallback?.();
  }
  toJSON(): ExpectedAction<Says> {
    const { actor, kind, what, verbs, own, idle, together, fallback, auto } = this;
    return { actor, kind, what, verbs, own, idle, together, fallback, auto };
  }
}

/** An expected action whose lazy parts are computed when they are read. A class for the reason given at `lazyQuestion`. */
export const lazyExpectedAction = <Says extends Text>(
  known: Omit<ExpectedAction<Says>, keyof LazyParts<Says>>,
  parts: LazyParts<Says>,
): ExpectedAction<Says> => new LazyExpectedAction(known, parts);
