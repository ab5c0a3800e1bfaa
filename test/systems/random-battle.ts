import type { Call } from '../../src/rules/call.ts';
import type { Doing, Game } from '../../src/rules/game.ts';

export interface Proposal {
  readonly doing: Doing;
  readonly call: Call;
}

export interface RandomBattle {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Brings everybody in and starts the battle; given in order. */
  readonly opening: readonly Proposal[];
  /** Whom some readers must know nothing of: the name is the mark. */
  readonly hidden: string;
  /** The next order, sensible or not, legal or not. */
  readonly propose: (game: Game) => Proposal;
}
