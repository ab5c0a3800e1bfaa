/** How a form shows a sheet: which fields share a page, and what can be chosen for lists. */
export interface SheetForm {
  /** In order. Fields on none of them are on a last page. */
  readonly pages: readonly { readonly title: string; readonly fields: readonly string[] }[];
  /**
   * What can be chosen for a list, by its path without numbers (`spells`, `weapons`): entries added to those of presets, or all
   * entries for a sheet.
   */
  readonly catalogue?: Readonly<Record<string, readonly unknown[] | ((sheet: unknown) => readonly unknown[])>>;
  /** Titles of fields whose names do not read well, by path without numbers or its end (`evaMod`, `damage.x`). At most 45 characters. */
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
  /** The default number to compare the roll with. */
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

/** A changed number in words. Empty if it did not change. */
export const describeChange = (label: string, from: number, to: number): readonly string[] =>
  from === to ? [] : [`${label} ${from} → ${to}`.replaceAll('-', '−')];
