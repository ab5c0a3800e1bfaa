import type { Issuer } from '../../battle/decide/decisions.ts';
import type { AnswerRoute, OutboxMessage, ReplyItem } from '../../battle/saved/outbox.ts';
import type { SavedBattle } from '../../battle/saved/store.ts';
import type { OrderReport } from '../../battle/views/report.ts';
import { type Post, type Reply, toSavedReply } from '../replies/reply.ts';

/** The battle's panel, to be shown as the battle is by then. */
export const panelMessage = (
  { id, version }: Pick<SavedBattle, 'id' | 'version'>,
  interaction?: string,
): OutboxMessage => ({
  key: `panel ${id}`,
  lane: `panel ${id}`,
  content: { kind: 'panel', battle: id },
  newest: version,
  ...(interaction !== undefined && { interaction }),
});

/** The panel again though the battle did not change, as where somebody's hours did. */
export const panelRefreshMessage = (
  { id, version }: Pick<SavedBattle, 'id' | 'version'>,
  why: string,
): OutboxMessage => ({
  ...panelMessage({ id, version }),
  key: `panel ${id} ${why}`,
  lane: `panel ${id} ${why}`,
});

/** One interaction has one answer: what it was announced by gives way to what an order came to, and that to what is said last. */
const answerMessageBase = (orderId: string, channel: string, { token, interaction }: AnswerRoute) => ({
  ...{ key: `answer ${orderId}`, lane: channel, token, interaction },
});
const pressedParts = ({ pressed, announced }: AnswerRoute) => {
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
          ...answerMessageBase(orderId, channel, answerRoute),
          content: {
            ...{ kind: 'reply', order: orderId, user, channel, left: 'all', to: 'asker' },
            ...pressedParts(answerRoute),
            ...answer,
          },
          newest: answer === undefined ? 0 : 1 + nth,
        },
      ];

const answerMessage = (
  { after, entry }: OrderReport,
  { user, channel, answerRoute }: Issuer,
): readonly OutboxMessage[] => {
  if (answerRoute === undefined) return [];
  return [
    {
      ...answerMessageBase(entry.orderId, channel, answerRoute),
      content: {
        ...{ kind: 'answer', battle: after.saved.id, order: entry.orderId, user, channel, left: 'all' },
        ...pressedParts(answerRoute),
        ...(answerRoute.inGmChannel && { atDesk: true }),
      },
      newest: 1,
    },
  ];
};

const orderMessage = ({ after, entry }: OrderReport, { announcement }: Issuer): readonly OutboxMessage[] => {
  if (announcement === undefined) return [];
  const { interaction, scope, act } = announcement;
  return [
    {
      key: `order ${entry.orderId} ${after.saved.id}`,
      lane: after.saved.channel,
      content: { kind: 'order', battle: after.saved.id, order: entry.orderId, tells: scope, ...(act && { act }) },
      interaction,
    },
  ];
};

/** What is to be said of an order, whoever gave it: its answer or announcement, and the panel. */
export const orderMessages = (report: OrderReport, issuer: Issuer | undefined): readonly OutboxMessage[] => {
  const panel = panelMessage(report.after.saved, issuer?.answerRoute?.interaction ?? issuer?.announcement?.interaction);
  if (issuer === undefined || issuer.isFollowUp) return [panel];
  return [...answerMessage(report, issuer), ...orderMessage(report, issuer), panel];
};

type Words = Pick<Reply, 'cards'> & Partial<Pick<Post, 'controls' | 'ping'>>;
type While = Extract<OutboxMessage['content'], { kind: 'post' }>['while'];

const toWords = ({ cards, controls = [], ping = [] }: Words) => toSavedReply({ cards, controls, ping });

/** Something said in a channel, once: while somebody is awaited, and to somebody alone where it cannot be said there, where that is given. */
export const channelMessage = (
  key: string,
  channel: string,
  words: Words,
  only?: While,
  otherwise?: Words & { readonly user: string },
): OutboxMessage => ({
  key,
  lane: channel,
  content: {
    ...{ kind: 'post', channel, words: toWords(words) },
    ...(only && { while: only }),
    ...(otherwise && { otherwise: { user: otherwise.user, words: toWords(otherwise) } }),
  },
  rememberKey: true,
});

/** Something said to one person alone, once, and what happens where they take no direct messages. */
export const directMessage = (
  key: string,
  user: string,
  words: Words,
  otherwise: 'press' | 'nothing' | (Words & { readonly channel: string }),
  only?: While,
): OutboxMessage => ({
  key,
  lane: `to ${user}`,
  content: {
    kind: 'direct',
    user,
    words: toWords(words),
    otherwise: typeof otherwise === 'string' ? otherwise : { channel: otherwise.channel, words: toWords(otherwise) },
    ...(only && { while: only }),
  },
  rememberKey: true,
});

/** Something for one person's eyes, beside the next answer they get: they are not called by it. */
export const ephemeralMessage = (key: string, user: string, words: Words): OutboxMessage => ({
  key,
  lane: `to ${user}`,
  content: { kind: 'whisper', user, of: { kind: 'words', words: toWords(words) } },
  rememberKey: true,
});
