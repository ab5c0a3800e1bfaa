/** An order or query that is running. Holds ids to find it in the log, and no content. */
export interface WorkInProgress {
  readonly battle: string;
  /** The order's id. Undefined for a query. */
  readonly order?: string | undefined;
  readonly verb?: string | undefined;
}
