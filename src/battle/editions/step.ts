/**
 * What one edition of the house changed in what it saves of battles beside the rulebook's own: each step makes a shape of the
 * edition before into one of its own. What is left out stayed as it was.
 */
export interface AppUpcaster {
  readonly table?: (table: unknown) => unknown;
  /** A whole entry of the log, but for the rulebook's events in it. */
  readonly entry?: (entry: unknown) => unknown;
  readonly pending?: (pending: unknown) => unknown;
  /** An alarm of the clock. */
  readonly alarm?: (alarm: unknown) => unknown;
  /** What is still to be said. */
  readonly outboxContent?: (saying: unknown) => unknown;
}
