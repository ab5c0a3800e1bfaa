import { lazyValue } from '../core/memoize.ts';
import type { Text } from '../core/message.ts';
import type { SumRow } from './event.ts';
import { rejectChoice } from './order-limits.ts';

/** One possible answer to a question. The log and standing orders refer to its `id`. */
export interface Choice<Says extends Text = Text> {
  readonly id: string;
  readonly label: Says;
}

/** Facts of a question as values, for rulebooks to read. */
export type QuestionFacts = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/** A decision that a player or GM must make before a ruling can go on. */
export interface Question<Says extends Text = Text> {
  /** The combatant or seat whose controller answers, or `gm`. */
  readonly to: string;
  /** The kind of question, as standing orders name it: `intercept`, `drop-dice`. */
  readonly kind: string;
  /** The question as one sentence. */
  readonly says: Says;
  readonly choices: readonly Choice<Says>[];
  /** The id of the answer that the bot would choose for the player. */
  readonly auto: string;
  /** The id of the answer that has no visible effect, for combatants that stay hidden. */
  readonly idle?: string | undefined;
  /** What to do without a standing order: ask, or choose `auto`. */
  readonly unless: 'ask' | 'auto';
  /** The dice and modifiers of the calculation so far, as far as the player who answers may know them. */
  readonly rows: readonly SumRow<Says>[];
  /** Facts that the rulebook reads when it gets the answer. */
  readonly facts?: QuestionFacts | undefined;
}

/** The parts of a question that people read. */
type QuestionWords = Pick<Question, 'says' | 'choices' | 'rows'>;

/** A question with lazy texts. A class, because getters of object literals stay in memory until a full collection. */
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

/** A question whose texts are computed when they are read, since most questions are answered automatically. */
export const lazyQuestion = (question: Omit<Question, keyof QuestionWords>, words: () => QuestionWords): Question =>
  new LazyQuestion(question, words);

/** Answers a question by a standing order or automatically. Undefined if a person must answer. */
export type AnswerPolicy = (question: Question) => string | undefined;

export interface TypedQuestion<Id extends string>
  extends Pick<Question, 'to' | 'kind' | 'says' | 'facts'>,
    Partial<Pick<Question, 'unless' | 'rows'>> {
  readonly choices: readonly { readonly id: Id; readonly label: Text }[];
  readonly auto: NoInfer<Id>;
  readonly idle?: NoInfer<Id>;
}

/** Asks a question and returns the id of the chosen answer. Ends the ruling if the answer is invalid. */
export function* askQuestion<const Id extends string>(asking: TypedQuestion<Id>): Generator<Question, Id, string> {
  const answer = yield { unless: 'ask', rows: [], ...asking };
  const chosen = asking.choices.find(({ id }) => id === answer);
  return chosen === undefined ? rejectChoice(answer, asking.choices) : chosen.id;
}

/** The actor id of the GM, in every rulebook. */
export const gmActor = 'gm';

/** The user who gives an order, and the combatant or seat that gets the order. */
export interface Caller {
  /** The combatant or seat that gets the order. */
  readonly actor: string;
  /** The user who gives the order. */
  readonly by: string;
  /** True for the GM and co-GMs, who may do anything. */
  readonly gm: boolean;
  /** The combatants or seats that this user controls. */
  readonly controls: readonly string[];
  /** The combatants or seats that other players control. Default: none. */
  readonly others?: readonly string[];
  /** The open question, if the battle waits for an answer. */
  readonly pending: Question | undefined;
  /** Combatants hidden from an actor's controller. Questions and automatic actions hide them too. Default: none. */
  readonly hiddenFrom?: (actor: string) => readonly string[];
  /** True if more actions of the same order follow. Automatic consequences wait for the last one. */
  readonly moreFollows?: boolean;
}

/** True if the caller may give orders to the combatant or seat `who`. Default: the one that gets the current order. */
export const mayCommand = ({ gm, controls, actor }: Caller, who = actor): boolean => gm || controls.includes(who);

/** Creates the caller of orders that the app itself gives. Default: the GM. */
export const gmCaller = (by = gmActor, actor = gmActor): Caller => ({
  actor,
  by,
  gm: true,
  controls: [],
  pending: undefined,
});

/** One answer that a standing order may name, besides `ask` and `auto`. */
export interface StandingOrderAnswer {
  /** The effect of the answer, a phrase that follows “will”: `dodge`. */
  readonly does: string;
  /** The order for an expected action. Undefined if the answer is a choice of a question. */
  readonly order?: Pick<Suggestion, 'verb' | 'params'>;
}

/** A kind of question or expected action that standing orders can name. */
export interface StandingOrderKind {
  /** The occasion, a phrase that follows a name: `is attacked`. */
  readonly when: string;
  /** Who decides: the controller of the combatant or seat, or the GM. */
  readonly decider: 'actor' | 'gm';
  /** The effect of `auto`, a phrase that follows “will”. Undefined if a person must decide. */
  readonly auto?: string;
  readonly answers: Readonly<Record<string, StandingOrderAnswer>>;
}

/** Standing orders for a question. `answers` describes choices by their ids. */
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

/** Standing orders for an expected action of a combatant or seat. Each answer is an order. */
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

/** Standing orders for an expected action of the GM. Without `auto` a person must decide. */
export const standingOrderForGm = (when: string, auto?: string): StandingOrderKind => ({
  when,
  decider: 'gm',
  ...(auto !== undefined && { auto }),
  answers: {},
});

/** An answer of a standing order that gives an order. */
export const orderAnswer = (does: string, verb: string, params: Suggestion['params'] = {}): StandingOrderAnswer => ({
  does,
  order: { verb, params },
});

/** An action the battle waits for, used by panels, pings, buttons and time limits. See also `lazyExpectedAction`. */
export interface ExpectedAction<Says extends Text = string> {
  /** The combatant or seat that must act, or `gm`. */
  readonly actor: string;
  /** The kind, as standing orders name it: `turn`, `declaration`, `reaction`, `placement`, `activation`. */
  readonly kind: string;
  /** The action, a phrase that follows a name: `to act`, `to defend against Grim`. Contains no secret. */
  readonly what: Says;
  /** The verbs that the actor may use now, most usual first. */
  readonly verbs: readonly string[];
  /** The verbs that would reveal the actor's sheet. Users who do not control the actor do not see these verbs. */
  readonly own?: readonly string[] | undefined;
  /** The order for an absent player: the first order of the best plan, else the rulebook's default. */
  readonly auto: Suggestion<Says> | undefined;
  /** The rulebook's default order, for a careless autopilot. Undefined if the rulebook has no plans. */
  readonly fallback?: Suggestion<Says> | undefined;
  /** The order by which the actor passes without visible effect. Undefined if the order `auto` already does this. */
  readonly idle?: Suggestion<Says> | undefined;
  /** The name of an action that several combatants do together, such as a side's roll. The first combatant acts. */
  readonly together?: string | undefined;
  /** Nothing is left to decide: `now`, or once no one else is expected. Undefined if there is a choice. */
  readonly routine?: 'now' | 'last' | undefined;
}

/** A complete order that could be given now. */
export interface Suggestion<Says extends Text = string> {
  readonly label: Says;
  readonly verb: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** True if the order begins a plan that the next suggestion continues. */
  readonly goesOn?: true;
}

/** The parts of an expected action that are computed when they are read. */
interface LazyParts<Says extends Text> {
  readonly verbs: () => readonly string[];
  readonly auto: () => Suggestion<Says> | undefined;
  readonly fallback?: () => Suggestion<Says> | undefined;
}

/** An expected action with lazy parts. A class for the same reason as `LazyQuestion`. */
class LazyExpectedAction<Says extends Text> implements ExpectedAction<Says> {
  readonly actor: string;
  readonly kind: string;
  readonly what: Says;
  readonly own: readonly string[] | undefined;
  readonly idle: Suggestion<Says> | undefined;
  readonly together: string | undefined;
  readonly routine: ExpectedAction['routine'];
  readonly #parts: LazyParts<Says>;
  constructor(
    { actor, kind, what, own, idle, together, routine }: Omit<ExpectedAction<Says>, keyof LazyParts<Says>>,
    parts: LazyParts<Says>,
  ) {
    this.actor = actor;
    this.kind = kind;
    this.what = what;
    this.own = own;
    this.idle = idle;
    this.together = together;
    this.routine = routine;
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
    const { actor, kind, what, verbs, own, idle, together, routine, fallback, auto } = this;
    return { actor, kind, what, verbs, own, idle, together, routine, fallback, auto };
  }
}

/** An expected action whose lazy parts are computed when they are read. */
export const lazyExpectedAction = <Says extends Text>(
  known: Omit<ExpectedAction<Says>, keyof LazyParts<Says>>,
  parts: LazyParts<Says>,
): ExpectedAction<Says> => new LazyExpectedAction(known, parts);
