import type { PlacedMessage } from '../battle/saved/outbox.ts';

/** Remembers which notices were sent, so that only one process sends each. */
export interface NoticeStore {
  /** Records a notice and saves the notice's message. Returns true if the notice is new. */
  readonly note: (battle: string, what: string, at: number, said?: PlacedMessage) => Promise<boolean>;
  /** Forgets a notice, so that it can be sent again. Default: all notices of a battle. */
  readonly clear: (battle: string, what?: string) => Promise<void>;
}
