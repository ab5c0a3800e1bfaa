/** Tables that a rulebook names and does not hold: the GM may give them. */
export interface GmTables {
  /** The GM’s order that gives the rows of one, by the options `name` and `rows`. */
  readonly verb: string;
  readonly names: readonly [string, ...string[]];
  /** The code by which that order refuses to roll on one that is not there, whose fact `table` names it. */
  readonly missingCode: string;
}
