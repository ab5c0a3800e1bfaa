/** What is in hand: enough to find it in the log, and nothing of what it says. */
export interface WorkInProgress {
  readonly battle: string;
  /** Left out where nothing is ordered, only asked. */
  readonly order?: string | undefined;
  readonly verb?: string | undefined;
}
