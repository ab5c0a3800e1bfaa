/**
 * Who plays a side: `usual` by the rulebook's plans; `quick` by plans that are found faster and carried out whole; `brave` and
 * `careful` with less or more fear of risk; `careless` by the default for absent players; `random` by any offered order. If a
 * rulebook has no plans, all but `random` are `careless`.
 */
export const policies = ['usual', 'quick', 'brave', 'careful', 'careless', 'random'] as const;
export type Policy = (typeof policies)[number];

/** The policy of each side. Default: `quick`. The rulebook acts for the GM. */
export type PoliciesBySide = Readonly<Record<string, Policy>>;

/** When to stop: after this many battles or milliseconds. A battle above its limit of orders or dice is unfinished. */
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
  /** Battles without a single winner. */
  readonly draws: number;
  /** Battles that were left open. */
  readonly unfinished: number;
  /** By combatant: how often they fell. */
  readonly defeats: Readonly<Record<string, number>>;
  /** By combatant: the sum of its shares of life left at the end. Empty if the rulebook does not count life. */
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

/** A hypothetical entrant. */
export interface WhatIfEntrant {
  readonly id: string;
  readonly side: string;
  readonly sheet: unknown;
}

/** A simulation request: the battle, who plays, and the random seed. It contains no seed and no order of a real battle. */
export interface SimulationRequest {
  readonly system: string;
  /** The state of the battle, as far as the asker may know it. */
  readonly state: unknown;
  /** Possible states if not all is known: these are used in turn instead of `state`. */
  readonly worlds?: readonly unknown[];
  /** Entrants to add before each battle starts, if it has not begun. */
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
