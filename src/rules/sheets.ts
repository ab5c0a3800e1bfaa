import { z } from 'zod';

/** Free text on a sheet. It stays with its bearer between battles. */
export const notesField = { notes: z.string().max(1000).optional() };

/** The form for a sheet: which fields share a page, and what users can choose for lists. */
export interface SheetForm {
  /** The pages in order. All other fields are on a last page. */
  readonly pages: readonly { readonly title: string; readonly fields: readonly string[] }[];
  /** Choices for list fields, by path without numbers (`spells`). Lists add to presets' choices; functions list all. */
  readonly catalogue?: Readonly<Record<string, readonly unknown[] | ((sheet: unknown) => readonly unknown[])>>;
  /** The lists that the table's own abilities can join, each with the field that names an entry. */
  readonly abilities?: Readonly<Record<string, 'name' | 'id'>>;
  /** The numbers that make a combatant a caster, who needs spells, if one of them is above 0. */
  readonly castsBy?: readonly string[];
  /** Creates a lookup of the values of `{names}` in pasted dice, besides fields. A value may be a formula. */
  readonly variables?: (sheet: unknown) => (name: string) => string | undefined;
  /** Titles of unclear fields, by path without numbers or its end (`evaMod`, `damage.x`). Maximum 45 characters. */
  readonly titles?: Readonly<Record<string, string>>;
}

/** A battle, with the id of one entrant. */
export interface EntrantInBattle<State> {
  readonly state: State;
  readonly id: string;
}

/** A check of a sheet that can be rolled alone or against a number. */
export interface SheetCheck {
  /** The rulebook's name of the check: `PER`, `Scout dex`. */
  readonly name: string;
  readonly notation: string;
  /** Whether the total must be at least or at most the number. */
  readonly succeeds: 'at-least' | 'at-most';
  /** The default number to compare the roll with. */
  readonly target?: number;
  /** Totals of the dice alone that always succeed, or always fail. `earns`: what such a failure earns in a battle. */
  readonly always?: { readonly succeeds: number; readonly fails: number; readonly earns?: string | undefined };
}

/** A combatant or warband after a battle. */
export interface CarriedCombatant<Sheet = unknown> {
  /** The sheet for the next battle of the combatant or warband. */
  readonly sheet: Sheet;
  /** What the battle changed, as short texts: `HP 45 → 12`. */
  readonly changes: readonly string[];
  readonly dead: boolean;
  /** True if the rulebook lets no one take the changes back, such as warriors killed. Death is always final. */
  readonly isFinal?: boolean;
}

/** Describes a changed number: `HP 45 → 12`. Empty if the number did not change. */
export const describeChange = (label: string, from: number, to: number): readonly string[] =>
  from === to ? [] : [`${label} ${from} → ${to}`.replaceAll('-', '−')];
