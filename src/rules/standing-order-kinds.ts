import type { Suggestion } from './expected-action.ts';

/** What a standing order may say beside `ask` and `auto`. */
export interface StandingOrderAnswer {
  /** To follow “will”: `dodge`. */
  readonly does: string;
  /** The order it gives where a move is awaited. Left out: its name is the id of a choice of the question. */
  readonly order?: Pick<Suggestion, 'verb' | 'params'>;
}

/** One kind of question or move: what standing orders may say of it. */
export interface StandingOrderKind {
  /** When it comes, to follow a name: `is attacked`. */
  readonly when: string;
  /** Whose it is to answer: a combatant’s or seat’s, or the GM’s. */
  readonly decider: 'actor' | 'gm';
  /** What `auto` does, to follow “will”. Left out: somebody must decide. */
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

/** What the GM is awaited for; without `auto` somebody must decide. */
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
