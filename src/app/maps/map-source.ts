import type { Result } from '../../core/result.ts';
import type { Tree } from '../../core/tree.ts';
import type { MapPlan } from '../../rules/grid/map-plan.ts';

/** A map that was read, and what of it no board holds. */
export interface ReadMap {
  readonly plan: MapPlan;
  readonly leftOut: readonly string[];
  /** The picture inside, which covers all of its squares: its bytes, a character each. */
  readonly picture?: string;
}

/** A reader of maps as one tool writes them; recognised by what is in it. */
export interface MapSource {
  /** What it is called in a sentence. */
  readonly format: string;
  readonly recognises: (json: Tree) => boolean;
  /** The map; or, in words, why there is none. */
  readonly read: (json: Tree) => Result<ReadMap, string>;
}
