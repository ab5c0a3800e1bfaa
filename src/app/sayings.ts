import type { Saying } from '../battle/outbox.ts';
import type { Giver } from '../battle/performing.ts';
import type { Report } from '../battle/report.ts';
import type { SavedBattle } from '../battle/store.ts';
import type { Reply } from './reply.ts';
import { wordsOf } from './words.ts';

/** The battle's panel, to be shown as the battle is by then. */
export const panelSaying = ({ id, version }: Pick<SavedBattle, 'id' | 'version'>, hand?: string): Saying => ({
  once: `panel ${id}`,
  lane: `panel ${id}`,
  what: { kind: 'panel', battle: id },
  newest: version,
  ...(hand !== undefined && { hand }),
});

/** The panel anew though the battle did not change, as where somebody's hours did. */
export const showSaying = ({ id, version }: Pick<SavedBattle, 'id' | 'version'>, why: string): Saying => ({
  ...panelSaying({ id, version }),
  once: `panel ${id} ${why}`,
  lane: `panel ${id} ${why}`,
});

const answerSaying = ({ after, entry }: Report, { user, channel, asked }: Giver): readonly Saying[] => {
  if (asked === undefined) return [];
  const announced = asked.announced();
  return [
    {
      once: `answer ${entry.orderId} ${after.saved.id}`,
      lane: channel,
      what: {
        ...{ kind: 'answer', battle: after.saved.id, order: entry.orderId, user, channel, left: 'all' },
        ...(asked.pressed && { pressed: asked.pressed }),
        ...(announced && { announced }),
        ...(asked.atDesk && { atDesk: true }),
      },
      token: asked.token,
      hand: asked.hand,
    },
  ];
};

const orderSaying = ({ after, entry }: Report, { telling }: Giver): readonly Saying[] => {
  if (telling === undefined) return [];
  const { hand, tells, act } = telling;
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
export const sayingsOf = (report: Report, giver: Giver | undefined): readonly Saying[] => {
  const panel = panelSaying(report.after.saved, giver?.asked?.hand ?? giver?.telling?.hand);
  if (giver === undefined || giver.follows) return [panel];
  return [...answerSaying(report, giver), ...orderSaying(report, giver), panel];
};

type Words = Pick<Reply, 'cards'> & Partial<Pick<Reply, 'controls' | 'ping'>>;
type While = Extract<Saying['what'], { kind: 'post' }>['while'];

const written = ({ cards, controls = [], ping = [] }: Words) => wordsOf({ cards, controls, ping });

/** Something said in a channel, once: while somebody is awaited, and to somebody alone where it cannot be said there, where that is given. */
export const postSaying = (
  once: string,
  channel: string,
  words: Words,
  only?: While,
  otherwise?: Words & { readonly user: string },
): Saying => ({
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
export const directSaying = (
  once: string,
  user: string,
  words: Words,
  otherwise: 'press' | 'nothing' | (Words & { readonly channel: string }),
  only?: While,
): Saying => ({
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
