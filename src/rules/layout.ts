/** Somebody’s place, or a part of it, as the correction that would put them there. */
export interface Placement {
  readonly who: string;
  readonly field: string;
  readonly value: string;
}

/** The order that draws a ground before a battle begins. */
export interface GroundOrder {
  readonly verb: string;
  readonly params: unknown;
}

/** How a rulebook says where everybody stands. */
export interface RulesetLayout<State> {
  /** The correction that puts somebody on a place, where the GM may before all are placed by the rules. */
  readonly placeField?: string;
  readonly places?: (state: State) => readonly Placement[];
  /** Left out where settings say all of the ground. */
  readonly ground?: (state: State) => GroundOrder | undefined;
}

/** Where everybody stands in a battle, and the order that would draw its ground. */
export interface Layout {
  readonly places: readonly Placement[];
  readonly ground: GroundOrder | undefined;
}
