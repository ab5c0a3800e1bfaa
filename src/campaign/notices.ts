import type { PlacedMessage } from '../battle/saved/outbox.ts';

/** What was noticed and told already, so that it is told once, whichever process notices it. */
export interface NoticeStore {
  /** True where this was not noticed yet; then what is to be said of it is written with it. */
  readonly note: (battle: string, what: string, at: number, said?: PlacedMessage) => Promise<boolean>;
  /** It is well again: the next time is a new one. Without `what`, everything that was noticed of the battle. */
  readonly clear: (battle: string, what?: string) => Promise<void>;
}
