import { privateAside, privateView, type Reply } from '../app/replies/reply.ts';
import { sentenceCard } from '../presentation/card.ts';
import { type Message, messageOf, sentenceMessage } from './discord-message.ts';

/** What came of an interaction, ready to be sent. */
export interface PreparedReply {
  readonly how: 'done' | 'refused' | 'failed';
  /** What is said, and how it looks here. */
  readonly reply: Reply;
  readonly message: Message;
  /** For the asker's eyes alone. */
  readonly privately: boolean;
  /** What the private message becomes whose control was pressed, beside the answer. */
  readonly instead: Message | 'gone' | undefined;
  readonly aside: Message | undefined;
}

export const prepareReply = async (reply: Reply): Promise<PreparedReply> => {
  const aside = privateAside(reply);
  const instead = reply.kind === 'result' ? reply.instead : undefined;
  return {
    how: 'done',
    reply,
    message: await messageOf(reply),
    privately: reply.to === 'asker',
    instead: typeof instead === 'object' ? await messageOf(instead) : instead,
    aside: aside.length > 0 ? await messageOf({ cards: aside }) : undefined,
  };
};

/** Does it take the place of the message whose control was pressed? */
export const replacesPressed = ({ reply }: PreparedReply): boolean =>
  (reply.kind === 'post' || reply.kind === 'private') && reply.replaces;

/** One sentence for the asker alone. */
export const ephemeralSentence = (how: 'refused' | 'failed', sentence: string): PreparedReply => ({
  how,
  reply: privateView({ cards: [sentenceCard(sentence)] }),
  message: sentenceMessage(sentence),
  privately: true,
  instead: undefined,
  aside: undefined,
});
