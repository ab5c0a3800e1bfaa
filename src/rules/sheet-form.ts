/** How a sheet is made by a form: which of its fields stand together, and what there is to choose for lists of things. */
export interface SheetForm {
  /** In order; what is on none of them stands on a last page. */
  readonly pages: readonly { readonly title: string; readonly fields: readonly string[] }[];
  /**
   * What there is to choose for a list, by its path without numbers (`spells`, `weapons`): whole entries beside those of the
   * ready-made sheets, or for a sheet all there are.
   */
  readonly catalogue?: Readonly<Record<string, readonly unknown[] | ((sheet: unknown) => readonly unknown[])>>;
}
