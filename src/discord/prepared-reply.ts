import { createPrivateView, privateAside, type Reply } from '../app/replies/reply.ts';
import { sentenceCard } from '../presentation/card.ts';
import { createMessage, type DiscordMessage, sentenceMessage } from './discord-message.ts';

/** The result of a command, ready to be sent. */
export interface PreparedReply {
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly reply: Reply;
  readonly message: DiscordMessage;
  /** True if only the user may see it. */
  readonly isPrivate: boolean;
  /** The new content of the pressed private message. `gone`: delete it. */
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

export const replacesPressedMessage = ({ reply }: PreparedReply): boolean =>
  (reply.kind === 'post' || reply.kind === 'private') && reply.replaces;

/** Prepares a reply of one sentence that only the user sees. */
export const ephemeralSentence = (outcome: 'refused' | 'failed', sentence: string): PreparedReply => ({
  outcome,
  reply: createPrivateView({ cards: [sentenceCard(sentence)] }),
  message: sentenceMessage(sentence),
  isPrivate: true,
  replacement: undefined,
  aside: undefined,
});
