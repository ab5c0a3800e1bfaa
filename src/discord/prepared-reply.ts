import { createPrivateView, privateAside, type Reply } from '../app/replies/reply.ts';
import { sentenceCard } from '../presentation/card.ts';
import { createMessage, type DiscordMessage, sentenceMessage } from './discord-message.ts';

/** The result of a command, converted to messages that are ready to be sent. */
export interface PreparedReply {
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly reply: Reply;
  readonly message: DiscordMessage;
  /** True if only the user of the command may see the reply. */
  readonly isPrivate: boolean;
  /** The new content for the private message with the pressed control. `gone`: delete that message. */
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

/** Prepares a reply that consists of one sentence and that only the user sees. */
export const ephemeralSentence = (outcome: 'refused' | 'failed', sentence: string): PreparedReply => ({
  outcome,
  reply: createPrivateView({ cards: [sentenceCard(sentence)] }),
  message: sentenceMessage(sentence),
  isPrivate: true,
  replacement: undefined,
  aside: undefined,
});
