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
