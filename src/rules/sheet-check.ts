/** Something on a sheet that can be rolled for, by itself or against a number. */
export interface SheetCheck {
  /** As the rulebook calls it: `PER`, `Scout dex`. */
  readonly name: string;
  /** The dice, by notation. */
  readonly notation: string;
  /** How the total is held against a number: it must reach that, or must not be above it. */
  readonly succeeds: 'at-least' | 'at-most';
  /** The number it is held against where nobody names another. */
  readonly target?: number;
  /** What all dice show together that succeeds, or fails, whatever is added. */
  readonly always?: { readonly succeeds: number; readonly fails: number };
}
