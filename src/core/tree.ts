/** Values by their names, some of them such trees again: settings, sheets and snapshots as they are saved. */
export type Tree = Readonly<Record<string, unknown>>;

/** A list is none. */
export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
