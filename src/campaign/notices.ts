import type { PlacedMessage } from '../battle/saved/outbox.ts';

/** Remembers notices that were sent, so that each is sent once by any process. */
export interface NoticeStore {
  /** True if the notice is new. Then its message is written with it. */
  readonly note: (battle: string, what: string, at: number, said?: PlacedMessage) => Promise<boolean>;
  /** Forgets a notice, so that it can be sent again. Default: all of a battle. */
  readonly clear: (battle: string, what?: string) => Promise<void>;
}
