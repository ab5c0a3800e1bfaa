/**
 * Who plays a side: `usual` by the rulebook's plans, `quick` by plans that are found in less time and carried out whole, `brave` and `careful` by the same with less or more fear of harm, `careless` by its
 * own default for the absent, `random` by any order that may be chosen. Where a rulebook has no plans, all but `random` are `careless`.
 */
export const policies = ['usual', 'quick', 'brave', 'careful', 'careless', 'random'] as const;
export type Policy = (typeof policies)[number];

/** By which policy each side plays; a side that is not named plays quickly. What the GM is awaited for the rulebook does itself. */
export type PoliciesBySide = Readonly<Record<string, Policy>>;

/** When to stop: after so many battles, or once the time is up. A battle that takes more orders or dice is left open. */
export interface StopCondition {
  readonly battles: number;
  readonly milliseconds: number;
  readonly orders: number;
  readonly dice: number;
}

/** Many battles from one beginning. */
export interface SimulationResult {
  readonly battles: number;
  /** By side: how often it alone has won. */
  readonly wins: Readonly<Record<string, number>>;
  /** Battles that nobody has won alone. */
  readonly draws: number;
  /** Battles that were left open. */
  readonly unfinished: number;
  /** By combatant: how often they fell. */
  readonly defeats: Readonly<Record<string, number>>;
  /** By combatant: the shares of its life that it had left where it stood at the end, added up; of a rulebook that counts none nothing. */
  readonly lifeLeft: Readonly<Record<string, number>>;
  /** How many rounds each battle took that was not left open. */
  readonly rounds: readonly number[];
  readonly orders: number;
}

/** What no battle has come to. */
export const emptyResult: SimulationResult = {
  battles: 0,
  wins: {},
  draws: 0,
  unfinished: 0,
  defeats: {},
  lifeLeft: {},
  rounds: [],
  orders: 0,
};

/** Somebody who is supposed to come into a battle. */
export interface WhatIfEntrant {
  readonly id: string;
  readonly side: string;
  readonly sheet: unknown;
}

/** What is asked of a simulation: a battle as it stands, who plays, and where the numbers begin. It holds no seed and no order of any battle. */
export interface SimulationRequest {
  readonly system: string;
  /** The state of the battle, as far as whoever asks may know of it. */
  readonly state: unknown;
  /** What else it may be, where not all is known of it: these are taken in turn, in place of `state`. */
  readonly worlds?: readonly unknown[];
  /** Where it has not begun: who comes in beside those who are there before it begins, each time anew. */
  readonly entrantsAtStart?: readonly WhatIfEntrant[];
  /** Where it goes on: who comes into it now, beside their side. */
  readonly newEntrants?: readonly WhatIfEntrant[];
  readonly policies: PoliciesBySide;
  readonly stopCondition: StopCondition;
  /** Where the simulator's own numbers begin: the same gives the same battles. */
  readonly seed: number;
  /** The number of the first battle: who has had 100 goes on with the 101st. */
  readonly firstBattle: number;
}
