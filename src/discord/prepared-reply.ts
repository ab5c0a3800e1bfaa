import { type Reply, reply } from '../app/replies/reply.ts';
import { sentenceCard } from '../presentation/card.ts';
import { type Message, messageOf, sentenceMessage } from './message.ts';

/** What came of an interaction, ready to be sent. */
export interface PreparedReply {
  readonly how: 'done' | 'refused' | 'failed';
  /** What is said, and how it looks here. */
  readonly reply: Reply;
  readonly message: Message;
  /** For the asker's eyes alone. */
  readonly privately: boolean;
  /** Takes the place of the message whose control was pressed. */
  readonly replaces: boolean;
  /** What the private message becomes whose control was pressed, beside the answer. */
  readonly instead: Message | 'gone' | undefined;
  readonly aside: Message | undefined;
  /** The battle whose panel is to be shown anew. */
  readonly changed: string | undefined;
  /** The message shows that battle as its panel does, and becomes it. */
  readonly isPanel: boolean;
}

export const prepareReply = async (reply: Reply): Promise<PreparedReply> => ({
  how: 'done',
  reply,
  message: await messageOf(reply),
  privately: reply.to === 'asker',
  replaces: reply.replaces,
  instead: typeof reply.instead === 'object' ? await messageOf(reply.instead) : reply.instead,
  aside: reply.aside.length > 0 ? await messageOf({ cards: reply.aside }) : undefined,
  changed: reply.changed,
  isPanel: reply.isPanel,
});

/** One sentence for the asker alone. */
export const said = (how: 'refused' | 'failed', sentence: string): PreparedReply => ({
  how,
  reply: reply({ cards: [sentenceCard(sentence)], to: 'asker' }),
  message: sentenceMessage(sentence),
  privately: true,
  replaces: false,
  instead: undefined,
  aside: undefined,
  changed: undefined,
  isPanel: false,
});
