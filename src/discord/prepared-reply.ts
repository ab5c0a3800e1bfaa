import { createPrivateView, privateAside, type Reply } from '../app/replies/reply.ts';
import { sentenceCard } from '../presentation/card.ts';
import { createMessage, type DiscordMessage, sentenceMessage } from './discord-message.ts';

/** What came of an interaction, ready to be sent. */
export interface PreparedReply {
  readonly outcome: 'done' | 'refused' | 'failed';
  /** What is said, and how it looks here. */
  readonly reply: Reply;
  readonly message: DiscordMessage;
  /** For the asker's eyes alone. */
  readonly isPrivate: boolean;
  /** What the private message becomes whose control was pressed, beside the answer. */
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

/** Does it take the place of the message whose control was pressed? */
export const replacesPressedMessage = ({ reply }: PreparedReply): boolean =>
  (reply.kind === 'post' || reply.kind === 'private') && reply.replaces;

/** One sentence for the asker alone. */
export const ephemeralSentence = (outcome: 'refused' | 'failed', sentence: string): PreparedReply => ({
  outcome,
  reply: createPrivateView({ cards: [sentenceCard(sentence)] }),
  message: sentenceMessage(sentence),
  isPrivate: true,
  replacement: undefined,
  aside: undefined,
});
