export type Tone = 'good' | 'bad' | 'plain' | 'quiet';

/** One link of the chain from the dice to the result, with the rule it stands on: `SK-SPEED-2`, `+15 faster (34 to 22)`. */
export interface Step {
  readonly rule: string;
  readonly says: string;
}

/** Steps that make one sum, shown on one row: `d100 72 · +15 faster · +15 flank = 102 → stage 6`. */
export type Row = readonly Step[];

/** One thing that happened, as one reader may know it. `text` alone must be enough; the rows let a pencil check it. */
export interface Line {
  readonly tone: Tone;
  readonly text: string;
  readonly rows: readonly Row[];
}

export const line = (text: string, tone: Tone = 'plain', rows: readonly Row[] = []): Line => ({ tone, text, rows });

export const step = (rule: string, says: string): Step => ({ rule, says });
