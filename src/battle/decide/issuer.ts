import type { Announcement, AnswerRoute } from '../saved/outbox.ts';

/** Who gives an order, where, and under which id. The same id given twice is carried out once. */
export interface Issuer {
  readonly user: string;
  readonly name: string;
  readonly guild: string | undefined;
  readonly channel: string;
  readonly orderId: string;
  /** The interaction it was given by, where it is to be answered. */
  readonly answerRoute?: AnswerRoute | undefined;
  readonly announcement?: Announcement | undefined;
  /** Does it follow from another order, with which it is told? */
  readonly isFollowUp?: boolean;
}
