import type { OutboxContent, OutboxItem } from '../battle/saved/outbox.ts';
import type { OpenBattle } from '../battle/saved/store.ts';
import { isFoe, usersExpectedToAct, usersPubliclyExpectedToAct } from '../battle/views/expected-actions.ts';
import type { OrderReport } from '../battle/views/report.ts';
import { phrase, runForPerson, runInLanguage } from '../core/message.ts';
import { card, sentenceCard } from '../presentation/card.ts';
import { gmActor } from '../rules/expected-action.ts';
import type { ChannelWatch } from './outbox/channel-watch.ts';
import { type NotificationServices, notifyGm, withNotifications } from './outbox/notifications.ts';
import type { Deliverer, DeliveryOutcome } from './outbox/outbox-relay.ts';
import type { DeliveryResult, Transport } from './outbox/transport.ts';
import { resumePresenceChange } from './people/user-presence.ts';
import { type RecordServices, withEndingRecords } from './records/ending-records.ts';
import { battleCards } from './replies/battle-panel.ts';
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
  withoutTurnParts,
} from './replies/reply.ts';
import type { Need } from './services.ts';

interface Parts {
  readonly services: NotificationServices & RecordServices & Need<'hasTurnMessages'>;
  readonly transport: Transport;
  /** Called after a battle's panel was shown. Checks the battle's members and the tags of its post. */
  readonly checkBattle: ChannelWatch['checkBattle'];
}

type Of<Kind extends OutboxContent['kind']> = Extract<OutboxContent, { kind: Kind }>;
type While = Of<'post'>['while'];

const interruptedText = 'The bot was restarted before it could answer. Give the command again.';

/** A user id for results that all readers see alike. */
const nobody = '';

/** The note that informs the GM that a combatant of the GM has run out of time. */
const timeoutNote = (battle: OpenBattle, actor: string): InboxNote => ({
  card: card(phrase`${actor}: time is up`, { tone: 'bad' }),
  controls: [
    [
      inboxControl(battle, 'Do the rulebook’s default', { path: ['gm', 'skip'], input: { who: actor } }, 'primary'),
      inboxControl(battle, 'Reset the time', { path: ['battle', 'clock'], input: { do: 'reset' } }),
    ],
  ],
});

const delivered: DeliveryOutcome = { how: 'said' };
const toOutcome = (delivery: DeliveryResult): DeliveryOutcome =>
  delivery === 'sent' ? delivered : { how: 'refused', why: delivery };

const parked = (user: string, of: Of<'whisper'>['of']): DeliveryOutcome => ({
  how: 'kept',
  user,
  what: { kind: 'whisper', user, of },
});

/** Replays an order to get its report. Undefined if there is nothing to send. Throws if a retry may work. */
const replayReport = async ({ services }: Parts, battle: string, order: string): Promise<OrderReport | undefined> => {
  const report = await services.battles.replayReport(battle, order);
  if (report.ok) return report.value;
  if (report.error.code === 'newer-edition') throw new Error('A newer release has written this battle.');
  // Throws, so that the message is tried again later.
  if (report.error.code === 'record-failed') throw new Error('The log could not be read through.');
  return undefined;
};

/** Removes notifications of users who are no longer expected to act. */
const withoutOutdatedPings = async (
  { services }: Parts,
  { after }: OrderReport,
  told: OrderResult,
): Promise<OrderResult> => {
  const now = await services.battles.openById(after.saved.id);
  if (!now.ok || now.value.saved.version === after.saved.version) return told;
  const awaited = new Set([...usersExpectedToAct(now.value), ...usersPubliclyExpectedToAct(now.value)]);
  const still = (users: readonly string[]): readonly string[] => users.filter((user) => awaited.has(user));
  return { ...told, ping: still(told.ping), privatePing: still(told.privatePing) };
};

const isPast = async ({ services }: Parts, only: While): Promise<boolean> => {
  if (only === undefined) return false;
  const awaited = await services.waits.forBattle(only.battle);
  return awaited.every(({ user, deputy }) => user !== only.user && deputy?.user !== only.user);
};

/** Adds to the result of a clock action the users to notify, and buttons if the GM must decide. */
const clockReply = (report: OrderReport, told: OrderResult, act: Of<'order'>['act']): OrderResult => {
  if (act !== 'ask') return told;
  const controls = [
    button('Do the rulebook’s default', { path: ['gm', 'skip'] }),
    button('Reset the time', { path: ['battle', 'clock'], input: { do: 'reset' } }),
  ];
  return { ...told, ping: [report.after.saved.table.gm], controls: [controls] };
};

const sayOrder = async (
  parts: Parts,
  { battle, order, act, tells }: Of<'order'>,
  once: string,
): Promise<DeliveryOutcome> => {
  const { services, transport } = parts;
  const { battles } = services;
  // The process that gave the order may have been killed before its follow-ups.
  await battles.runDueFollowUps(battle);
  const report = await replayReport(parts, battle, order);
  if (report === undefined || (tells === 'following' && report.followUps.length === 0)) return delivered;
  const asked = report.entry.table.find((event) => event.type === 'clock-asked');
  if (asked !== undefined && (asked.actor === gmActor || isFoe(report.after, asked.actor))) {
    const { gm } = report.after.saved.table;
    await runForPerson(gm, () => notifyGm(services, report.after, timeoutNote(report.after, asked.actor), order));
    return delivered;
  }
  // A GM who gave the order in the GM channel got the private part there.
  const byHand = act === undefined && tells === 'all';
  const told = outcomeReply(report, byHand ? report.entry.user : nobody);
  const turned = await withoutOutdatedPings(parts, report, clockReply(report, told, act));
  const open = () => battles.openById(battle);
  const called = await withNotifications(services, turned, order, open, act === 'ask' ? 'gm' : undefined);
  const settled = withoutTurnParts(called, services);
  if (settled.to !== 'everyone') return delivered;
  const whole = settled.ended
    ? await runInLanguage(settled.dictionary, () => withEndingRecords(settled, open, services))
    : settled;
  return toOutcome(await transport.post(report.after.saved.channel, whole, once));
};

/** Builds an order's answer again, or only its private part if the rest was sent. Undefined if all was sent. */
const answerReply = async (parts: Parts, what: Of<'answer'>): Promise<Reply | undefined> => {
  const report = await replayReport(parts, what.battle, what.order);
  if (report === undefined) return undefined;
  const outcome = await withoutOutdatedPings(parts, report, outcomeReply(report, what.user));
  const { cards, aside, battle } = outcome;
  const told = what.atDesk ? createOrderResult({ cards: [...cards, ...aside], to: 'asker', battle }) : outcome;
  if (what.left === 'aside') return told.aside.length === 0 ? undefined : createPrivateView({ cards: told.aside });
  return told;
};

const sayAnswer = async (parts: Parts, what: Of<'answer'>, token: string | undefined): Promise<DeliveryOutcome> => {
  const { services, transport } = parts;
  await services.battles.runDueFollowUps(what.battle);
  const told = await answerReply(parts, what);
  if (told === undefined || transport.answer === undefined) return delivered;
  const open = () => services.battles.openById(what.battle);
  const called = told.kind === 'result' ? await withNotifications(services, told, what.order, open) : told;
  const whole =
    called.kind === 'result' && called.ended
      ? await runInLanguage(called.dictionary, () => withEndingRecords(called, open, services))
      : called;
  const how = await transport.answer(what, token, withoutTurnParts(whole, services));
  switch (how) {
    case 'answered':
      return delivered;
    case 'unanswered':
      return parked(what.user, what);
    case 'aside left':
      return parked(what.user, { ...what, left: 'aside' });
    case 'gone':
    case 'forbidden':
      return { how: 'refused', why: how };
  }
};

/** The answer to a command without an order. If there is no answer, a note that the command was interrupted. */
const replyTo = async (
  { services }: Parts,
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

const sayReply = async (
  parts: Parts,
  what: Of<'reply'>,
  token: string | undefined,
  server: string,
): Promise<DeliveryOutcome> => {
  const told = await replyTo(parts, what, server);
  if (told === undefined || parts.transport.answer === undefined) return delivered;
  const how = await parts.transport.answer(what, token, told);
  if (how === 'gone' || how === 'forbidden') return { how: 'refused', why: how };
  // A command that was interrupted before its answer leaves no message for later.
  if (how === 'answered' || what.says === undefined) return delivered;
  return parked(what.user, { kind: 'words', words: toSavedReply(told) });
};

const sayPost = async (parts: Parts, content: Of<'post'>, once: string): Promise<DeliveryOutcome> => {
  const { channel, words, otherwise } = content;
  if (await isPast(parts, content.while)) return delivered;
  const delivery = await parts.transport.post(channel, fromSavedReply(words), once);
  if (delivery === 'sent' || otherwise === undefined) return toOutcome(delivery);
  return toOutcome(await parts.transport.direct(otherwise.user, fromSavedReply(otherwise.words), once));
};

const sayDirect = async (parts: Parts, content: Of<'direct'>, once: string): Promise<DeliveryOutcome> => {
  const { user, words, otherwise } = content;
  if (await isPast(parts, content.while)) return delivered;
  const board = content.board === undefined ? undefined : await parts.services.battles.openById(content.board);
  const said = fromSavedReply(words);
  const whole = board?.ok ? { ...said, cards: [...said.cards, ...battleCards(board.value, user)] } : said;
  const delivery = await parts.transport.direct(user, whole, once);
  if (delivery === 'sent' || otherwise === 'nothing') return toOutcome(delivery);
  if (otherwise === 'press') return parked(user, { kind: 'words', words });
  const reply = fromSavedReply(otherwise.words);
  return toOutcome(await parts.transport.post(otherwise.channel, reply, `${once} otherwise`));
};

/** Creates the functions that send outbox messages through the transport. */
export const createDelivery = (parts: Parts) => {
  const { services, transport, checkBattle } = parts;
  const say: Deliverer['deliver'] = async ({ content, token, server, id, newest }: OutboxItem) => {
    const once = `${server} ${id}`;
    switch (content.kind) {
      case 'panel': {
        const version = await transport.panel?.(content.battle, server, newest);
        await checkBattle(content.battle, version);
        return { how: 'said', version };
      }
      case 'order':
        return sayOrder(parts, content, once);
      case 'answer':
        return runForPerson(content.user, () => sayAnswer(parts, content, token));
      case 'reply':
        return runForPerson(content.user, () => sayReply(parts, content, token, server));
      case 'post':
        return sayPost(parts, content, once);
      case 'direct':
        return runForPerson(content.user, () => sayDirect(parts, content, once));
      case 'whisper':
        return { how: 'kept', user: content.user, what: content };
    }
  };
  return {
    say,
    /** The reply with a private message that waited for its user. Undefined if it is obsolete. */
    whispered: async ({ content: what }: OutboxItem): Promise<Reply | undefined> => {
      if (what.kind !== 'whisper') return undefined;
      const answer = what.of.kind === 'words' ? fromSavedReply(what.of.words) : await answerReply(parts, what.of);
      // The turn message already shows the rest.
      const told = answer && withoutTurnParts(answer, services);
      if (told === undefined || told.cards.length === 0) return undefined;
      const away = card('While the bot was away', { tone: 'quiet' });
      return createPrivateView({ cards: [away, ...told.cards], controls: told.controls });
    },
  };
};
