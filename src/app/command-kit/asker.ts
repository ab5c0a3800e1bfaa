import type { Issuer } from '../../battle/decide/decisions.ts';
import type { AnswerRoute } from '../../battle/saved/outbox.ts';
import type { PrivateViewKind } from '../replies/reply.ts';
/** Who asks, where, and under which id: the id of the interaction makes an order unique. */
export interface Asker {
  readonly user: string;
  readonly name: string;
  /** The server, or none. */
  readonly guild: string | undefined;
  readonly channel: string;
  readonly orderId: string;
  /** May this person manage the server? */
  readonly manages: boolean;
  /** True if this person may manage the messages of the channel. */
  readonly moderates?: boolean;
  /** True if slow mode does not hold for this person in the channel. */
  readonly unslowed?: boolean;
  /** The private message whose control they pressed, where it is one that is shown again. */
  readonly view?: PrivateViewKind | undefined;
  /** The interaction that is to be answered, where the answer is not given at once by whoever asks. */
  readonly answerRoute?: AnswerRoute | undefined;
  /** The order is given at a desk, and told where the battle is. */
  readonly isFromGmChannel?: boolean;
}

/** The asker as the battle service knows them. */
export const toIssuer = ({ user, name, guild, channel, orderId, answerRoute, isFromGmChannel }: Asker): Issuer => ({
  user,
  name,
  guild,
  channel,
  orderId,
  ...(answerRoute && { answerRoute: isFromGmChannel ? { ...answerRoute, inGmChannel: true } : answerRoute }),
  ...(isFromGmChannel && { announcement: { scope: 'all', interaction: answerRoute?.interaction ?? orderId } }),
});

/** The asker of an order that another message answers for: it is not told by itself. */
export const toSilentIssuer = (asker: Asker): Issuer => {
  const { answerRoute: _, announcement: __, ...issuer } = toIssuer(asker);
  return issuer;
};
