import type { Issuer } from '../../battle/decide/decisions.ts';
import type { AnswerRoute, OutboxMessage, ReplyItem } from '../../battle/saved/outbox.ts';
import type { SavedBattle } from '../../battle/saved/store.ts';
import type { OrderReport } from '../../battle/views/report.ts';
import { type Post, type Reply, toSavedReply } from '../replies/reply.ts';

/** A message that shows a battle's panel. The panel is drawn when the message is sent. */
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

/** A message that redraws the panel of an unchanged battle, for example after a user's hours changed. */
export const panelRefreshMessage = (
  { id, version }: Pick<SavedBattle, 'id' | 'version'>,
  why: string,
): OutboxMessage => ({
  ...panelMessage({ id, version }),
  key: `panel ${id} ${why}`,
  lane: `panel ${id} ${why}`,
});

/** Fields shared by all answers to one interaction. Their equal key makes a later answer replace an earlier one. */
const answerMessageBase = (orderId: string, channel: string, { token, interaction }: AnswerRoute) => ({
  ...{ key: `answer ${orderId}`, lane: channel, token, interaction },
});
const pressedParts = ({ pressed, announced }: AnswerRoute) => {
  const how = announced();
  return { ...(pressed && { pressed }), ...(how && { announced: how }) };
};

/** The reply to a command without an order, or its announcement. A higher `nth` (from 1) replaces a lower one. */
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

/** The messages that an order causes: its answer or announcement, and the battle's panel. */
export const orderMessages = (report: OrderReport, issuer: Issuer | undefined): readonly OutboxMessage[] => {
  const panel = panelMessage(report.after.saved, issuer?.answerRoute?.interaction ?? issuer?.announcement?.interaction);
  if (issuer === undefined || issuer.isFollowUp) return [panel];
  return [...answerMessage(report, issuer), ...orderMessage(report, issuer), panel];
};

type Words = Pick<Reply, 'cards'> & Partial<Pick<Post, 'controls' | 'ping' | 'dictionary'> & Pick<Reply, 'to'>>;
type While = Extract<OutboxMessage['content'], { kind: 'post' }>['while'];

const toWords = ({ controls = [], ...words }: Words) => toSavedReply({ ...words, controls });

/** A channel message, sent once per key. `only`: if this user is expected. `otherwise`: direct message on failure. */
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

/** A direct message, sent once per key. `otherwise`: if the user accepts none. `board`: the battle to show below. */
export const directMessage = (
  key: string,
  user: string,
  words: Words,
  otherwise: 'press' | 'nothing' | (Words & { readonly channel: string }),
  only?: While,
  board?: string,
): OutboxMessage => ({
  key,
  lane: `to ${user}`,
  content: {
    kind: 'direct',
    user,
    words: toWords(words),
    otherwise: typeof otherwise === 'string' ? otherwise : { channel: otherwise.channel, words: toWords(otherwise) },
    ...(only && { while: only }),
    ...(board !== undefined && { board }),
  },
  rememberKey: true,
});

/** A message that one user sees with the next answer to that user, without a notification. */
export const ephemeralMessage = (key: string, user: string, words: Words): OutboxMessage => ({
  key,
  lane: `to ${user}`,
  content: { kind: 'whisper', user, of: { kind: 'words', words: toWords(words) } },
  rememberKey: true,
});
