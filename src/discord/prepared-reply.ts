import { createPrivateView, privateAside, type Reply } from '../app/replies/reply.ts';
import { sentenceCard } from '../presentation/card.ts';
import { createMessage, type DiscordMessage, sentenceMessage } from './discord-message.ts';

/** The result of an interaction, ready to send. */
export interface PreparedReply {
  readonly outcome: 'done' | 'refused' | 'failed';
  /** The reply, and its message on Discord. */
  readonly reply: Reply;
  readonly message: DiscordMessage;
  /** True if only the asker may see it. */
  readonly isPrivate: boolean;
  /** The new content of the pressed private message, beside the answer. */
  readonly replacement: DiscordMessage | 'gone' | undefined;
  readonly aside: DiscordMessage | undefined;
}

export const prepareReply = async (reply: Reply): Promise<PreparedReply> => {
  const aside = privateAside(reply);
  const instead = reply.kind === 'result' ? reply.replacement : undefined;
  return {
    outcome: 'done',
    reply,
    message: await createMessage(reply),
    isPrivate: reply.to === 'asker',
    replacement: typeof instead === 'object' ? await createMessage(instead) : instead,
    aside: aside.length > 0 ? await createMessage({ cards: aside }) : undefined,
  };
};

/** True if the reply replaces the pressed message. */
export const replacesPressedMessage = ({ reply }: PreparedReply): boolean =>
  (reply.kind === 'post' || reply.kind === 'private') && reply.replaces;

/** One sentence that only the asker sees. */
export const ephemeralSentence = (outcome: 'refused' | 'failed', sentence: string): PreparedReply => ({
  outcome,
  reply: createPrivateView({ cards: [sentenceCard(sentence)] }),
  message: sentenceMessage(sentence),
  isPrivate: true,
  replacement: undefined,
  aside: undefined,
});
