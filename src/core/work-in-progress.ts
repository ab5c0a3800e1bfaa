/** Work in progress: enough to find it in the log, and nothing of its content. */
export interface WorkInProgress {
  readonly battle: string;
  /** Undefined for a query. */
  readonly order?: string | undefined;
  readonly verb?: string | undefined;
}
