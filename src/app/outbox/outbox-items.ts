import type { Issuer } from '../../battle/decide/issuer.ts';
import type { AnswerRoute, OutboxMessage, ReplyItem } from '../../battle/saved/outbox.ts';
import type { SavedBattle } from '../../battle/saved/store.ts';
import type { Report } from '../../battle/views/report.ts';
import type { Post, Reply } from '../replies/reply.ts';
import { toSavedReply } from '../replies/reply-json.ts';

/** The battle's panel, to be shown as the battle is by then. */
export const panelMessage = ({ id, version }: Pick<SavedBattle, 'id' | 'version'>, hand?: string): OutboxMessage => ({
  once: `panel ${id}`,
  lane: `panel ${id}`,
  what: { kind: 'panel', battle: id },
  newest: version,
  ...(hand !== undefined && { hand }),
});

/** The panel again though the battle did not change, as where somebody's hours did. */
export const showMessage = ({ id, version }: Pick<SavedBattle, 'id' | 'version'>, why: string): OutboxMessage => ({
  ...panelMessage({ id, version }),
  once: `panel ${id} ${why}`,
  lane: `panel ${id} ${why}`,
});

/** One interaction has one answer: what it was announced by gives way to what an order came to, and that to what is said last. */
const answerOf = (orderId: string, channel: string, { token, hand }: AnswerRoute) => ({
  ...{ once: `answer ${orderId}`, lane: channel, token, hand },
});
const asPressed = ({ pressed, announced }: AnswerRoute) => {
  const how = announced();
  return { ...(pressed && { pressed }), ...(how && { announced: how }) };
};

/**
 * The answer to what writes no order. Without words: that one was announced. Of several the nth, from 1, takes the place of those
 * before it.
 */
export const replyMessage = (
  { user, channel, orderId, answerRoute }: Pick<Issuer, 'user' | 'channel' | 'orderId' | 'answerRoute'>,
  answer?: Required<Pick<ReplyItem, 'to' | 'says'>>,
  nth = 1,
): readonly OutboxMessage[] =>
  answerRoute === undefined
    ? []
    : [
        {
          ...answerOf(orderId, channel, answerRoute),
          what: {
            ...{ kind: 'reply', order: orderId, user, channel, left: 'all', to: 'asker' },
            ...asPressed(answerRoute),
            ...answer,
          },
          newest: answer === undefined ? 0 : 1 + nth,
        },
      ];

const answerMessage = ({ after, entry }: Report, { user, channel, answerRoute }: Issuer): readonly OutboxMessage[] => {
  if (answerRoute === undefined) return [];
  return [
    {
      ...answerOf(entry.orderId, channel, answerRoute),
      what: {
        ...{ kind: 'answer', battle: after.saved.id, order: entry.orderId, user, channel, left: 'all' },
        ...asPressed(answerRoute),
        ...(answerRoute.atDesk && { atDesk: true }),
      },
      newest: 1,
    },
  ];
};

const orderMessage = ({ after, entry }: Report, { announcement }: Issuer): readonly OutboxMessage[] => {
  if (announcement === undefined) return [];
  const { hand, tells, act } = announcement;
  return [
    {
      once: `order ${entry.orderId} ${after.saved.id}`,
      lane: after.saved.channel,
      what: { kind: 'order', battle: after.saved.id, order: entry.orderId, tells, ...(act && { act }) },
      hand,
    },
  ];
};

/** What is to be said of an order, whoever gave it: its answer or announcement, and the panel. */
export const messagesOf = (report: Report, issuer: Issuer | undefined): readonly OutboxMessage[] => {
  const panel = panelMessage(report.after.saved, issuer?.answerRoute?.hand ?? issuer?.announcement?.hand);
  if (issuer === undefined || issuer.follows) return [panel];
  return [...answerMessage(report, issuer), ...orderMessage(report, issuer), panel];
};

type Words = Pick<Reply, 'cards'> & Partial<Pick<Post, 'controls' | 'ping'>>;
type While = Extract<OutboxMessage['what'], { kind: 'post' }>['while'];

const written = ({ cards, controls = [], ping = [] }: Words) => toSavedReply({ cards, controls, ping });

/** Something said in a channel, once: while somebody is awaited, and to somebody alone where it cannot be said there, where that is given. */
export const postMessage = (
  once: string,
  channel: string,
  words: Words,
  only?: While,
  otherwise?: Words & { readonly user: string },
): OutboxMessage => ({
  once,
  lane: channel,
  what: {
    ...{ kind: 'post', channel, words: written(words) },
    ...(only && { while: only }),
    ...(otherwise && { otherwise: { user: otherwise.user, words: written(otherwise) } }),
  },
  remembered: true,
});

/** Something said to one person alone, once, and what happens where they take no direct messages. */
export const directMessage = (
  once: string,
  user: string,
  words: Words,
  otherwise: 'press' | 'nothing' | (Words & { readonly channel: string }),
  only?: While,
): OutboxMessage => ({
  once,
  lane: `to ${user}`,
  what: {
    kind: 'direct',
    user,
    words: written(words),
    otherwise: typeof otherwise === 'string' ? otherwise : { channel: otherwise.channel, words: written(otherwise) },
    ...(only && { while: only }),
  },
  remembered: true,
});

/** Something for one person's eyes, beside the next answer they get: they are not called by it. */
export const ephemeralMessage = (once: string, user: string, words: Words): OutboxMessage => ({
  once,
  lane: `to ${user}`,
  what: { kind: 'whisper', user, of: { kind: 'words', words: written(words) } },
  remembered: true,
});
