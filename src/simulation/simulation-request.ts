/**
 * How a side plays. `usual`: the rulebook's best plans. `quick`: faster plans, carried out whole. `brave`, `careful`:
 * less or more fear of risk. `careless`: the default for absent players. `random`: any offered order.
 */
export const policies = ['usual', 'quick', 'brave', 'careful', 'careless', 'random'] as const;
export type Policy = (typeof policies)[number];

/** The policy of each side. Default: `quick`. */
export type PoliciesBySide = Readonly<Record<string, Policy>>;

/** When to stop: after this many battles or milliseconds. Battles above an order or dice limit are unfinished. */
export interface StopCondition {
  readonly battles: number;
  readonly milliseconds: number;
  readonly orders: number;
  readonly dice: number;
}

/** The results of simulated battles with the same start. */
export interface SimulationResult {
  readonly battles: number;
  /** Number of battles that each side won alone. */
  readonly wins: Readonly<Record<string, number>>;
  /** Number of battles without a single winner. */
  readonly draws: number;
  /** Number of battles that reached a limit. */
  readonly unfinished: number;
  /** Number of battles in which each combatant went down. */
  readonly defeats: Readonly<Record<string, number>>;
  /** Sum of each combatant's shares of life at the end. Empty if the rulebook has no life. */
  readonly lifeLeft: Readonly<Record<string, number>>;
  /** Number of rounds of each finished battle. */
  readonly rounds: readonly number[];
  readonly orders: number;
}

/** A result without battles. */
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

/** A combatant to add in a simulation. */
export interface WhatIfEntrant {
  readonly id: string;
  readonly side: string;
  readonly sheet: unknown;
}

/** A request to simulate battles. Contains no secret seed and no order of the real battle. */
export interface SimulationRequest {
  readonly system: string;
  /** The battle's state, as far as the user may know it. */
  readonly state: unknown;
  /** Possible states, used in turn instead of `state`, if the user does not know everything. */
  readonly worlds?: readonly unknown[];
  /** Combatants to add before the start, for a battle in setup. */
  readonly entrantsAtStart?: readonly WhatIfEntrant[];
  /** Combatants to add to a running battle, each near allies. */
  readonly newEntrants?: readonly WhatIfEntrant[];
  readonly policies: PoliciesBySide;
  readonly stopCondition: StopCondition;
  /** The random seed. Equal seeds give equal battles. */
  readonly seed: number;
  /** The number of the first battle. After 100 battles, the next request begins with 100. */
  readonly firstBattle: number;
}
