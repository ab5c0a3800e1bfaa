import type { Placement } from './layout.ts';

/** One thing that a learner does. */
export interface LessonStep {
  /** What it is about, in a few sentences. */
  readonly says: string;
  /** What they could type; the first of what may be chosen stands in place of `{option}`, and without it the step waits. */
  readonly type: string;
  /** Any order with this verb is it; `answer` is an answer to what they are asked. */
  readonly verb: string;
}

/** Somebody who fights in it. */
interface LessonFighter {
  readonly name: string;
  /** The side it fights on, where the rulebook does not know its own. */
  readonly side?: string;
  readonly sheet: () => unknown;
}

/** A small battle in which a rulebook is learnt by playing: the other side plays by itself. */
export interface Lesson {
  readonly name: string;
  readonly settings?: unknown;
  /** Whom the learner plays. */
  readonly hero: LessonFighter;
  readonly foes: readonly LessonFighter[];
  /** Where they stand, where the GM may lay that out before the beginning. */
  readonly places?: readonly Placement[];
  /** What this rulebook is like, in one or two sentences. */
  readonly opening: string;
  /** In the order in which they are said: of those that are left the first one that can be done now. */
  readonly steps: readonly LessonStep[];
  /** What is left to know, once all steps are done. */
  readonly closing: string;
}
