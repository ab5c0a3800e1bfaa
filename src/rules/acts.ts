/** May others see somebody by it? `in-sight`: only where somebody of another side has it in sight. */
export type ActSeen = 'seen' | 'in-sight';

/** Strokes that tell what somebody did, rather than how things stand. */
export type Drawn = 'move' | 'attack';
