/** May others see somebody by it? `in-sight`: only where somebody of another side has it in sight. */
export type ActSeen = 'seen' | 'in-sight';

/**
 * What others can see of what combatants do: a blow, a spell, a move in sight. By it the hidden are revealed who are hidden until
 * they act; what is only rolled for, declared, nominated, readied, waited or said is no act.
 */
export interface Acts<State, Event> {
  /** The verbs by which somebody can be seen; by all others nobody ever is. */
  readonly verbs: Readonly<Record<string, ActSeen>>;
  /** Whose blow, spell or move in sight an event is. */
  readonly by: (event: Event, before: State, after: State) => readonly string[];
  /** What an event draws on the board: a way, a blow. Left out where nothing is drawn. */
  readonly draws?: (event: Event) => Drawn | undefined;
}

/** Strokes that tell what somebody did, rather than how things stand. */
export type Drawn = 'move' | 'attack';
