import type { Square } from './square.ts';

/** Why nobody can be put on a square: it is no square of the board, something solid fills it, or a figure stands there. */
export type Barrier = 'edge' | 'blocked' | 'taken';

/** What a rulebook knows of its board, for the one who is put somewhere. */
export interface BarrierChecks {
  readonly onBoard: (square: Square) => boolean;
  readonly isBlocked: (square: Square) => boolean;
  readonly isTaken: (square: Square) => boolean;
}

/** Why nobody can be put there; nothing where one can. */
export const barrierAt = (footing: BarrierChecks, square: Square): Barrier | undefined => {
  if (!footing.onBoard(square)) return 'edge';
  if (footing.isBlocked(square)) return 'blocked';
  return footing.isTaken(square) ? 'taken' : undefined;
};

/** A way somebody is driven against their will. */
export interface ForcedPath {
  /** The squares entered, as far as the way is open. */
  readonly entered: readonly Square[];
  /** The first square that cannot be entered, and why; nothing where the whole way is open. */
  readonly stopped: { readonly at: Square; readonly by: Barrier } | undefined;
}

/** Drives somebody square by square, up to the first that cannot be entered. Every forced move of every rulebook goes this way. */
export const moveByForce = (footing: BarrierChecks, way: readonly Square[]): ForcedPath => {
  for (const [index, at] of way.entries()) {
    const by = barrierAt(footing, at);
    if (by !== undefined) return { entered: way.slice(0, index), stopped: { at, by } };
  }
  return { entered: way, stopped: undefined };
};

const words: Readonly<Record<Barrier, string>> = {
  edge: 'is off the board',
  blocked: 'is blocked',
  taken: 'is occupied',
};

/** To follow a square's name: `is off the board`. */
export const describeBarrier = (by: Barrier): string => words[by];
