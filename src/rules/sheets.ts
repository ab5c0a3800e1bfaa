/** How a sheet is made by a form: which of its fields stand together, and what there is to choose for lists of things. */
export interface SheetForm {
  /** In order; what is on none of them stands on a last page. */
  readonly pages: readonly { readonly title: string; readonly fields: readonly string[] }[];
  /**
   * What there is to choose for a list, by its path without numbers (`spells`, `weapons`): whole entries beside those of the
   * ready-made sheets, or for a sheet all there are.
   */
  readonly catalogue?: Readonly<Record<string, readonly unknown[] | ((sheet: unknown) => readonly unknown[])>>;
  /**
   * What fields are called where their names do not read well by themselves: by the path without numbers, or as much of its end
   * as tells them from others (`evaMod`, `damage.x`). At most 45 characters.
   */
  readonly titles?: Readonly<Record<string, string>>;
}

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

/** A combatant or warband as it leaves a battle. */
export interface CarriedCombatant<Sheet = unknown> {
  /** The sheet with which it would enter its next battle. */
  readonly sheet: Sheet;
  /** What the battle changed, a few words each: `HP 45 → 12`. */
  readonly changes: readonly string[];
  readonly dead: boolean;
}

/** A number that changed, in words; nothing where it did not. */
export const describeChange = (label: string, from: number, to: number): readonly string[] =>
  from === to ? [] : [`${label} ${from} → ${to}`.replaceAll('-', '−')];
