/** What was noticed and told already, so that it is told once, whichever process notices it. */
export interface NoticeStore {
  /** True where this was not noticed yet. */
  readonly note: (battle: string, what: string, at: number) => Promise<boolean>;
  /** It is well again: the next time is a new one. Without `what`, everything that was noticed of the battle. */
  readonly well: (battle: string, what?: string) => Promise<void>;
}
