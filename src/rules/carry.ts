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
