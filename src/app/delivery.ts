import type { OutboxContent, OutboxItem } from '../battle/saved/outbox.ts';
import type { OpenBattle } from '../battle/saved/store.ts';
import { isFoe, usersExpectedToAct, usersPubliclyExpectedToAct } from '../battle/views/expected-actions.ts';
import type { OrderReport } from '../battle/views/report.ts';
import { phrase } from '../core/message.ts';
import { card, sentenceCard } from '../presentation/card.ts';
import type { ChannelWatch } from './outbox/channel-watch.ts';
import { type NotificationServices, notifyGm, withNotifications } from './outbox/notifications.ts';
import type { Deliverer, DeliveryOutcome } from './outbox/outbox-relay.ts';
import type { DeliveryResult, Transport } from './outbox/transport.ts';
import { resumePresenceChange } from './people/user-presence.ts';
import { type RecordServices, withEndingRecords } from './records/ending-records.ts';
import { inboxControl } from './replies/inbox-notes.ts';
import { outcomeReply } from './replies/order-outcome.ts';
import {
  button,
  createOrderResult,
  createPrivateView,
  fromSavedReply,
  type InboxNote,
  type OrderResult,
  postOrPrivateView,
  type Reply,
  toSavedReply,
} from './replies/reply.ts';
import { withoutTurnParts } from './replies/turn-messages.ts';
import type { Services } from './services.ts';

interface Parts {
  readonly services: NotificationServices & RecordServices & Pick<Services, 'hasTurnMessages'>;
  readonly transport: Transport;
  /** Looks after what belongs to a panel: who is still there, the tag of its post. */
  readonly checkBattle: ChannelWatch['checkBattle'];
}

type Of<Kind extends OutboxContent['kind']> = Extract<OutboxContent, { kind: Kind }>;
type While = Of<'post'>['while'];

const interruptedText = 'The bot was restarted before it could answer. Give the command again.';

/** Nobody gave the order: everybody is told of it alike. */
const nobody = '';

/** What the GM is asked about somebody they run themselves. */
const timeoutNote = (battle: OpenBattle, actor: string): InboxNote => ({
  card: card(phrase`${actor}: time is up`, { tone: 'bad' }),
  controls: [
    [
      inboxControl(battle, 'Do the rulebook’s default', { path: ['gm', 'skip'], input: { who: actor } }, 'primary'),
      inboxControl(battle, 'Reset the time', { path: ['clock', 'more'] }),
    ],
  ],
});

const delivered: DeliveryOutcome = { how: 'said' };
const toOutcome = (delivery: DeliveryResult): DeliveryOutcome =>
  delivery === 'sent' ? delivered : { how: 'refused', why: delivery };

/** How what was written is told, and said through a shell. */
export const createDelivery = ({ services, transport, checkBattle }: Parts) => {
  const { battles, waits } = services;

  /** Told again from the log; nothing where there is nothing to tell. A newer release may know better: it is left to that. */
  const reportOf = async (battle: string, order: string): Promise<OrderReport | undefined> => {
    const report = await battles.replayReport(battle, order);
    if (report.ok) return report.value;
    if (report.error.code === 'newer-edition') throw new Error('A newer release has written this battle.');
    // It is told once it can be.
    if (report.error.code === 'record-failed') throw new Error('The log could not be read through.');
    return undefined;
  };

  /** Whom it called then and who is still awaited: nobody is called to a turn that has passed. */
  const stillCalled = async ({ after }: OrderReport, told: OrderResult): Promise<OrderResult> => {
    const now = await battles.openById(after.saved.id);
    if (!now.ok || now.value.saved.version === after.saved.version) return told;
    const awaited = new Set([...usersExpectedToAct(now.value), ...usersPubliclyExpectedToAct(now.value)]);
    const still = (users: readonly string[]): readonly string[] => users.filter((user) => awaited.has(user));
    return { ...told, ping: still(told.ping), privatePing: still(told.privatePing) };
  };

  const isPast = async (only: While): Promise<boolean> => {
    if (only === undefined) return false;
    const awaited = await waits.forBattle(only.battle);
    return awaited.every(({ user, deputy }) => user !== only.user && deputy?.user !== only.user);
  };

  /** What the clock did is told with who is awaited now. */
  const clockReply = (report: OrderReport, told: OrderResult, act: NonNullable<Of<'order'>['act']>): OrderResult => {
    const { table } = report.after.saved;
    if (act === 'default') return told;
    if (act === 'hand')
      return {
        ...told,
        ping: report.entry.table.flatMap((event) => (event.type === 'clock-handed' ? [event.to] : [])),
      };
    const ask = [
      button('Do the rulebook’s default', { path: ['gm', 'skip'] }),
      button('Reset the time', { path: ['clock', 'more'] }),
    ];
    return { ...told, ping: [table.gm], controls: [ask] };
  };

  /** What follows from an order is told with it: whoever took it may have died before that was done. */
  const followedReport = async (battle: string, order: string): Promise<OrderReport | undefined> => {
    await battles.runDueFollowUps(battle);
    return reportOf(battle, order);
  };

  const sayOrder = async ({ battle, order, act, tells }: Of<'order'>, once: string): Promise<DeliveryOutcome> => {
    const report = await followedReport(battle, order);
    if (report === undefined || (tells === 'following' && report.followUps.length === 0)) return delivered;
    const asked = report.entry.table.find((event) => event.type === 'clock-asked');
    if (asked !== undefined && isFoe(report.after, asked.actor)) {
      await notifyGm(services, report.after, timeoutNote(report.after, asked.actor), order);
      return delivered;
    }
    // The GM at the desk was told there what they alone may know; and what nobody else may, nobody else is told of.
    const byHand = act === undefined && tells === 'all';
    const told = outcomeReply(report, byHand ? report.entry.user : nobody);
    const turned = await stillCalled(report, act === undefined ? told : clockReply(report, told, act));
    const open = () => battles.openById(battle);
    const called = await withNotifications(services, turned, order, open, act === 'ask' ? 'gm' : undefined);
    const settled = withoutTurnParts(called, services);
    if (settled.to !== 'everyone') return delivered;
    const whole = settled.ended ? await withEndingRecords(settled, open, services) : settled;
    return toOutcome(await transport.post(report.after.saved.channel, whole, once));
  };

  /** An answer as it is given again: only what the asker alone may know, where that is all that is left of it. */
  const answerReply = async (what: Of<'answer'>): Promise<Reply | undefined> => {
    const report = await reportOf(what.battle, what.order);
    if (report === undefined) return undefined;
    const outcome = await stillCalled(report, outcomeReply(report, what.user));
    const { cards, aside, battle } = outcome;
    const told = what.atDesk ? createOrderResult({ cards: [...cards, ...aside], to: 'asker', battle }) : outcome;
    if (what.left === 'aside') return told.aside.length === 0 ? undefined : createPrivateView({ cards: told.aside });
    return told;
  };

  const keptAnswer = async (what: Of<'answer'>): Promise<Reply | undefined> => {
    const told = await answerReply(what);
    return told && withoutTurnParts(told, services);
  };

  const sayAnswer = async (what: Of<'answer'>, token: string | undefined): Promise<DeliveryOutcome> => {
    await battles.runDueFollowUps(what.battle);
    const told = await answerReply(what);
    if (told === undefined || transport.answer === undefined) return delivered;
    const open = () => battles.openById(what.battle);
    const called = told.kind === 'result' ? await withNotifications(services, told, what.order, open) : told;
    const whole = called.kind === 'result' && called.ended ? await withEndingRecords(called, open, services) : called;
    const how = await transport.answer(what, token, withoutTurnParts(whole, services));
    const { user } = what;
    switch (how) {
      case 'answered':
        return delivered;
      case 'unanswered':
        return { how: 'kept', user, what: { kind: 'whisper', user, of: what } };
      case 'aside left':
        return { how: 'kept', user, what: { kind: 'whisper', user, of: { ...what, left: 'aside' } } };
      case 'gone':
      case 'forbidden':
        return { how: 'refused', why: how };
    }
  };

  /** An answer that no order came to. What was announced and never came to be is said to be so. */
  const replyTo = async (
    { order, user, channel, to, says }: Of<'reply'>,
    server: string,
  ): Promise<Reply | undefined> => {
    if (says === undefined) return postOrPrivateView({ cards: [sentenceCard(interruptedText)], to });
    if ('words' in says) {
      const kept = fromSavedReply(says.words);
      return to === 'everyone' ? kept : createPrivateView({ cards: kept.cards, controls: kept.controls });
    }
    const guild = server.startsWith('dm:') ? undefined : server;
    const asker = { user, name: says.name, guild, channel, orderId: order, manages: false };
    return resumePresenceChange(asker, services, says.everywhere);
  };

  const sayReply = async (what: Of<'reply'>, token: string | undefined, server: string): Promise<DeliveryOutcome> => {
    const told = await replyTo(what, server);
    if (told === undefined || transport.answer === undefined) return delivered;
    const how = await transport.answer(what, token, told);
    if (how === 'gone' || how === 'forbidden') return { how: 'refused', why: how };
    // Whoever was told nothing at all knows as much as that they were not answered.
    if (how === 'answered' || what.says === undefined) return delivered;
    const { user } = what;
    return { how: 'kept', user, what: { kind: 'whisper', user, of: { kind: 'words', words: toSavedReply(told) } } };
  };

  const sayPost = async (
    { channel, words, otherwise, while: only }: Of<'post'>,
    once: string,
  ): Promise<DeliveryOutcome> => {
    if (await isPast(only)) return delivered;
    const delivery = await transport.post(channel, fromSavedReply(words), once);
    if (delivery === 'sent' || otherwise === undefined) return toOutcome(delivery);
    return toOutcome(await transport.direct(otherwise.user, fromSavedReply(otherwise.words), once));
  };

  const sayDirect = async (
    { user, words, otherwise, while: only }: Of<'direct'>,
    once: string,
  ): Promise<DeliveryOutcome> => {
    if (await isPast(only)) return delivered;
    const delivery = await transport.direct(user, fromSavedReply(words), once);
    if (delivery === 'sent') return delivered;
    if (otherwise === 'nothing') return toOutcome(delivery);
    if (otherwise === 'press')
      return { how: 'kept', user, what: { kind: 'whisper', user, of: { kind: 'words', words } } };
    return toOutcome(await transport.post(otherwise.channel, fromSavedReply(otherwise.words), `${once} otherwise`));
  };

  const say: Deliverer['deliver'] = async ({ content, token, server, id, newest }: OutboxItem) => {
    const once = `${server} ${id}`;
    switch (content.kind) {
      case 'panel': {
        const version = await transport.panel?.(content.battle, server, newest);
        await checkBattle(content.battle, version);
        return { how: 'said', version };
      }
      case 'order':
        return sayOrder(content, once);
      case 'answer':
        return sayAnswer(content, token);
      case 'reply':
        return sayReply(content, token, server);
      case 'post':
        return sayPost(content, once);
      case 'direct':
        return sayDirect(content, once);
      case 'whisper':
        return { how: 'kept', user: content.user, what: content };
    }
  };

  return {
    say,
    /** What is kept for a person, as they are shown it; nothing where it cannot be told any more. */
    whispered: async ({ content: what }: OutboxItem): Promise<Reply | undefined> => {
      if (what.kind !== 'whisper') return undefined;
      const told = what.of.kind === 'words' ? fromSavedReply(what.of.words) : await keptAnswer(what.of);
      // What the message of the turn tells is not told again.
      if (told === undefined || told.cards.length === 0) return undefined;
      const away = card('While the bot was away', { tone: 'quiet' });
      return createPrivateView({ cards: [away, ...told.cards], controls: told.controls });
    },
  };
};
