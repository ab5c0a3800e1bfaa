import { formatDuration, timeoutTexts } from '../../battle/saved/clock-settings.ts';
import type { OutboxMessage } from '../../battle/saved/outbox.ts';
import { gmRequestsOf } from '../../battle/saved/session.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import type { BattleWait } from '../../battle/saved/waits.ts';
import { clockOf, isGmOnly, viewerOf } from '../../battle/views/viewer.ts';
import { addFreeTime, formatMoment, isFreeTime } from '../../campaign/calendar.ts';
import { applicableHours, dueAt } from '../../campaign/clock.ts';
import { findPersonalSettings, type PersonalSettings, type PingKind } from '../../campaign/people.ts';
import {
  currentDictionary,
  ok,
  phrase,
  type Result,
  refuse,
  renderText,
  runForPerson,
  say,
  term,
} from '../../core/message.ts';
import { type Card, card } from '../../presentation/card.ts';
import { type Line, line } from '../../rules/event.ts';
import { nameLookupShowingAll } from '../../rules/for-reader.ts';
import type { Asker } from '../command-kit/command.ts';
import { verbControls } from '../replies/battle-panel.ts';
import {
  actorName,
  describeRequest,
  describeWait,
  linkToBattle,
  secretExpectedActions,
} from '../replies/inbox-notes.ts';
import { answerControls, isAsked } from '../replies/order-outcome.ts';
import { button, type InboxNote, noNotes, type OrderResult, type Post, type Reply } from '../replies/reply.ts';
import type { Need } from '../services.ts';
import { channelMessage, directMessage, ephemeralMessage } from './outbox-items.ts';

/** Finds the GM channel of the battle, else of the server. Undefined if there is none. */
const findGmChannel = async (
  { saved: { table, channel, guild } }: OpenBattle,
  { servers }: Need<'servers'>,
): Promise<string | undefined> => {
  const desk = table.desk ?? (guild === undefined ? undefined : (await servers.settings(guild))?.desk);
  return desk === channel ? undefined : desk;
};

/** Sends the GM a note, once per key `once`. `untold`: no GM channel, and the GM wants no messages now. */
export const notifyGm = async (
  services: Need<'servers' | 'people' | 'outbox' | 'now'>,
  battle: OpenBattle,
  note: InboxNote,
  once: string,
): Promise<'told' | 'untold'> => {
  const { gm, name } = battle.saved.table;
  const person = await findPersonalSettings(services.people, gm);
  const called = person.pings.gm !== 'off' && isFreeTime(services.now(), person);
  const told: Card = { ...note.card, title: phrase`${name}: ${note.card.title}`, links: [linkToBattle(battle)] };
  const alone = { cards: [told], controls: note.controls };
  const desk = await findGmChannel(battle, services);
  if (desk === undefined && !called) return 'untold';
  const saying =
    desk === undefined
      ? directMessage(once, gm, alone, 'nothing')
      : channelMessage(
          once,
          desk,
          { ...alone, ping: called ? [gm] : [] },
          undefined,
          called ? { user: gm, ...alone } : undefined,
        );
  await services.outbox.send(battle.saved, [saying]);
  return 'told';
};

/** The GM inbox's items as texts: secret turns, turns whose time is up, and open requests. */
export const inboxItems = async (battle: OpenBattle, { waits }: Need<'waits'>): Promise<readonly string[]> => {
  const { saved } = battle;
  if (saved.status === 'ended') return [];
  // Without hidden combatants no wait is secret.
  const waiting = viewerOf(battle).unseen.length === 0 ? [] : await waits.forBattle(saved.id);
  const over = waiting.filter(({ actor, state }) => state === 'asked' && isGmOnly(battle, actor));
  return [
    ...secretExpectedActions(battle).map(describeWait),
    ...over.map(({ actor }) => phrase`${actorName(actor)}: time is up`),
    ...gmRequestsOf(saved.table).map((request) => describeRequest(battle, request).replace(/\.$/, '')),
    ...Object.entries(saved.table.puts ?? {}).map(([actor, { order }]) =>
      renderText(say`${actor} wants: ${order}`, nameLookupShowingAll),
    ),
  ];
};

/** Checks a channel chosen as GM channel: same server, writable, and not the battle's channel. */
export const checkGmChannel = async (
  { guild }: Pick<Asker, 'guild'>,
  channel: string,
  battle: string | undefined,
  { channels }: Need<'channels'>,
) => {
  if (channel === battle) return refuse('desk-in-battle');
  const place = await channels.find(channel);
  if (place === 'gone' || place === 'forbidden') return refuse(`place-${place}`);
  if (place.kind === 'forum') return refuse('desk-in-forum');
  return place.guild === guild ? ok(channel) : refuse('desk-elsewhere');
};

/** Creates a private message: sent directly if the user accepts that now, else shown with the user's next answer. */
export const createPrivateDelivery = async (
  user: string,
  words: () => Pick<Reply, 'cards'> & Partial<Pick<Post, 'controls'>>,
  once: string,
  kind: PingKind,
  { people, now }: Need<'people' | 'now'>,
): Promise<OutboxMessage> => {
  const person = await findPersonalSettings(people, user);
  const isCalled = person.pings[kind] !== 'off' && isFreeTime(now(), person);
  return runForPerson(user, () =>
    isCalled ? directMessage(once, user, words(), 'press') : ephemeralMessage(once, user, words()),
  );
};

export type NotificationServices = Need<'battles' | 'people' | 'waits' | 'alarms' | 'outbox' | 'servers' | 'now'>;

export interface PersonNotification {
  readonly kind: PingKind;
  readonly battle: OpenBattle;
  readonly card: Card;
  readonly controls?: Reply['controls'] | undefined;
  /** True if no one but this user may read the notification. */
  readonly secret: boolean;
  /** A key for this notification. A second notification with this key is not sent. */
  readonly key: string;
  /** True if the notification becomes obsolete when the battle no longer waits for the user. */
  readonly whileExpected: boolean;
}

/** The panel's buttons, for a message that calls someone in the battle's channel. */
const panelButtons = (battle: OpenBattle, kind: PingKind): Reply['controls'] => {
  const view = button('What can I do?', { path: ['my', 'view'] });
  if (kind === 'on-deck') return [[view, button('Standing orders', { path: ['my', 'standing-orders'] })]];
  return [...(battle.saved.pending ? answerControls(battle) : verbControls(battle)).slice(0, 4), [view]];
};

/** Messages that notify a user by the method the user chose: in the channel, directly, or not at all. */
const notificationMessages = (
  person: PersonalSettings,
  { kind, battle, card: shown, controls = [], secret, key, whileExpected }: PersonNotification,
): readonly OutboxMessage[] => {
  const way = person.pings[kind];
  if (way === 'off') return [];
  const { user } = person;
  const { id, channel } = battle.saved;
  const only = whileExpected ? { battle: id, user } : undefined;
  const openly = { cards: [shown], ping: [user], controls: panelButtons(battle, kind) };
  if (way === 'channel' && !secret) return [channelMessage(key, channel, openly, only)];
  const linked = { cards: [{ ...shown, links: [linkToBattle(battle)] }], ping: [], controls };
  return [directMessage(key, user, linked, secret ? 'nothing' : { channel, ...openly }, only)];
};

/** Notifies a user by the method the user chose. Secret notifications for the GM go to the GM channel. */
export const notifyPerson = async (
  services: NotificationServices,
  user: string,
  call: PersonNotification,
): Promise<void> => {
  const { battle, card: shown, controls = [], secret, key } = call;
  const person = await findPersonalSettings(services.people, user);
  if (person.pings[call.kind] !== 'off' && secret && user === battle.saved.table.gm)
    await notifyGm(services, battle, { card: shown, controls }, key);
  else await services.outbox.send(battle.saved, notificationMessages(person, call));
};

/** A line on when a wait's time ends and what happens then. Empty without a time limit. */
export const deadlineLine = async (
  { people, now }: Pick<NotificationServices, 'people' | 'now'>,
  battle: OpenBattle,
  wait: BattleWait,
  zone: string,
): Promise<readonly Line[]> => {
  const clock = clockOf(battle, wait.actor);
  const hours = applicableHours(clock, wait.user, await findPersonalSettings(people, wait.user));
  if (wait.state === 'asked') return [line('The time is up, so the GM decides.')];
  const ends = dueAt(wait, clock, 100, hours);
  if (ends === undefined || battle.saved.status !== 'active') return [];
  const left = formatDuration((ends - now()) / 1000);
  return [line(phrase`${left} left, until ${formatMoment(ends, zone)}; ${term(timeoutTexts[clock.end])}.`)];
};

/** Builds the notification that a battle waits for a user: for what, until when, and answers to a question. */
export const callFor = async (
  services: Pick<NotificationServices, 'people' | 'now'>,
  { user, zone }: PersonalSettings,
  battle: OpenBattle,
  waits: readonly BattleWait[],
  how: Pick<PersonNotification, 'kind' | 'secret' | 'key'>,
): Promise<PersonNotification> => {
  const [first] = waits;
  const lines = [
    ...waits.map((wait) => line(phrase`${describeWait(wait)}.`)),
    ...(first === undefined ? [] : await deadlineLine(services, battle, first, zone)),
  ];
  return {
    ...{ ...how, battle, whileExpected: true },
    card: card(phrase`${battle.saved.table.name}: it is your turn`, { lines }),
    controls: isAsked(battle, user)
      ? answerControls(battle, user, 'desk')
      : verbControls(battle, user, { view: 'desk' }).slice(0, 4),
  };
};

/** True if the person may act on the wait, as its user or as that user's deputy. */
const mayActOn = ({ user, deputy }: BattleWait, person: string): boolean => user === person || deputy?.user === person;

const callLater = async (
  { alarms, now }: NotificationServices,
  person: PersonalSettings,
  waits: readonly BattleWait[],
): Promise<void> => {
  const at = addFreeTime(now(), 0, person);
  const [wait] = waits;
  if (wait === undefined) return;
  const { battle, actor, kind, since } = wait;
  await alarms.set({ after: at - now(), data: { battle, actor, kind, since, step: 'call', due: at, tries: 0 } });
};

/** True if the user should not be mentioned: pings off, busy, or notified by direct message. */
const isNotifiedOtherwise = async (
  services: NotificationServices,
  person: PersonalSettings,
  battle: OpenBattle,
  kind: PingKind,
  once: string,
  [news]: readonly Card[],
): Promise<boolean> => {
  const way = person.pings[kind];
  if (way === 'off') return true;
  if (way === 'channel' && isFreeTime(services.now(), person)) return false;
  const waits = (await services.waits.forBattle(battle.saved.id)).filter((wait) => mayActOn(wait, person.user));
  if (!isFreeTime(services.now(), person)) {
    await callLater(services, person, waits);
    return waits.length > 0;
  }
  const how = { kind, secret: false, key: `${once}:${person.user}` };
  const call =
    waits.length === 0 && news !== undefined
      ? { ...how, battle, card: news, whileExpected: false }
      : await callFor(services, person, battle, waits, how);
  await services.outbox.send(battle.saved, notificationMessages(person, call));
  return true;
};

/** Notifies users in private that their secret turn has come. */
const notifyPrivately = async (
  services: NotificationServices,
  battle: OpenBattle,
  users: readonly string[],
  once: string,
): Promise<void> => {
  if (users.length === 0) return;
  const waits = await services.waits.forBattle(battle.saved.id);
  for (const user of users) {
    const own = waits.filter((wait) => mayActOn(wait, user));
    if (own.length === 0) continue;
    const person = await findPersonalSettings(services.people, user);
    const how = { kind: 'turn', secret: true, key: `${once}:${user}` } as const;
    await runForPerson(user, async () =>
      notifyPerson(services, user, await callFor(services, person, battle, own, how)),
    );
  }
};

/** Sends the GM's private notes from an order's result. */
const notifyGmOfResult = async (
  services: NotificationServices,
  battle: OpenBattle,
  gmNotes: readonly InboxNote[],
  once: string,
): Promise<void> => {
  if (gmNotes.length === 0) return;
  const { gm } = battle.saved.table;
  const person = await findPersonalSettings(services.people, gm);
  const waits = (await services.waits.forBattle(battle.saved.id)).filter(({ user }) => user === gm);
  const wait = waits.find(({ actor }) => !clockOf(battle, actor).onAutopilot);
  const deadline = wait === undefined ? [] : await deadlineLine(services, battle, wait, person.zone);
  for (const [at, { isCall, ...note }] of gmNotes.entries()) {
    const told = isCall ? { ...note, card: { ...note.card, lines: [...note.card.lines, ...deadline] } } : note;
    if ((await notifyGm(services, battle, told, `${once}:desk${at}`)) !== 'untold') continue;
    if (!isFreeTime(services.now(), person)) await callLater(services, person, waits);
  }
};

/** Limits a result's mentions to users who want mentions now. Notifies the other users otherwise. */
export const withNotifications = async (
  services: NotificationServices,
  { gmNotes, ownerNotes, ...rest }: OrderResult,
  once: string,
  open: () => Promise<Result<OpenBattle>>,
  of?: PingKind,
): Promise<OrderResult> => {
  // The GM's notes are sent separately.
  const said: OrderResult = { ...rest, gmNotes: noNotes, ownerNotes: noNotes };
  const { ping, privatePing } = said;
  const [reader, forGm, forOwners] = [currentDictionary(), gmNotes(), ownerNotes()];
  if (forGm.length + forOwners.length + privatePing.length > 0) {
    const battle = await open();
    if (!battle.ok) return said;
    await runForPerson(battle.value.saved.table.gm, () =>
      notifyGmOfResult(services, battle.value, currentDictionary() === reader ? forGm : gmNotes(), once),
    );
    for (const [at, { user }] of forOwners.entries()) {
      const shown = () => ({
        cards: ownerNotes()
          .slice(at, at + 1)
          .map((each) => each.card),
      });
      await services.outbox.send(battle.value.saved, [
        await createPrivateDelivery(user, shown, `${once}:own${at}`, 'turn', services),
      ]);
    }
    await notifyPrivately(services, battle.value, privatePing, once);
  }
  if (ping.length === 0) return said;
  const people = [...(await services.people.findMany(ping)).values()];
  const isUsual = (person: PersonalSettings): boolean =>
    Object.values(person.pings).every((way) => way === 'channel') && isFreeTime(services.now(), person);
  if (people.every(isUsual)) return said;
  const battle = await open();
  if (!battle.ok) return said;
  const kind = of ?? (battle.value.saved.pending === undefined ? 'turn' : 'question');
  const mentioned: string[] = [];
  for (const person of people)
    if (
      !(await runForPerson(person.user, () =>
        isNotifiedOtherwise(services, person, battle.value, kind, once, said.cards),
      ))
    )
      mentioned.push(person.user);
  return { ...said, ping: mentioned };
};
