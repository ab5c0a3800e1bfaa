import type { Text } from '../core/message.ts';

export type LineTone = 'good' | 'bad' | 'plain' | 'quiet';

/** One link of the chain from the dice to the result, with the rule it stands on: `SK-SPEED-2`, `+15 faster (34 to 22)`. */
export interface SumStep<Says extends Text = string> {
  readonly rule: string;
  readonly says: Says;
}

/** Steps that make one sum, shown on one row: `d100 72 · +15 faster · +15 flank = 102 → stage 6`. */
export type SumRow<Says extends Text = string> = readonly SumStep<Says>[];

/** One thing that happened, as one reader may know it. `text` alone must be enough; the rows let a pencil check it. */
export interface Line<Says extends Text = string> {
  readonly tone: LineTone;
  readonly text: Says;
  readonly rows: readonly SumRow<Says>[];
  /** It is for the GM’s desk, whoever gave the order that it comes of. */
  readonly atDesk?: boolean;
  /** One of many that came by themselves: a message tells its text alone. */
  readonly folded?: true;
}

/** A line that has no reader yet. */
export interface UnresolvedLine extends Line<Text> {
  /** Those it tells of without naming them: nobody reads it from whom one of these is hidden. */
  readonly mentions?: readonly string[];
  /** What hung on somebody and is over: it tells so. */
  readonly endedEffects?: readonly { readonly who: string; readonly name: string }[];
}

interface Lines {
  (text: string, tone?: LineTone, rows?: readonly SumRow[]): Line;
  (text: Text, tone?: LineTone, rows?: readonly SumRow<Text>[], about?: readonly string[]): UnresolvedLine;
}
export const line: Lines = (
  text: Text,
  tone: LineTone = 'plain',
  rows: readonly SumRow<Text>[] = [],
  about?: readonly string[],
) => ({ tone, text, rows, ...(about !== undefined && { mentions: about }) }) as Line;

interface Steps {
  (rule: string, says: string): SumStep;
  (rule: string, says: Text): SumStep<Text>;
}
export const step: Steps = (rule: string, says: Text) => ({ rule, says }) as SumStep;
