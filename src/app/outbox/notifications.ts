import type { OutboxMessage } from '../../battle/saved/outbox.ts';
import { gmRequestsOf } from '../../battle/saved/session.ts';
import type { LogEntry, OpenBattle, SavedBattle } from '../../battle/saved/store.ts';
import type { BattleWait } from '../../battle/saved/waits.ts';
import { isGmOnly, viewerOf } from '../../battle/views/viewer.ts';
import { addFreeTime, isFreeTime } from '../../campaign/calendar.ts';
import { findPersonalSettings, type PersonalSettings, type PingKind } from '../../campaign/people.ts';
import { ok, phrase, type Result, refuse, renderText, say } from '../../core/message.ts';
import { type Card, card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import { nameLookupShowingAll } from '../../rules/for-reader.ts';
import type { Asker } from '../command-kit/command.ts';
import { isDecided } from '../records/record-jobs.ts';
import {
  actorName,
  describeFailedPlans,
  describeRequest,
  describeWait,
  linkToBattle,
  secretExpectedActions,
} from '../replies/inbox-notes.ts';
import type { InboxNote, OrderResult, Post, Reply } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { channelMessage, directMessage, ephemeralMessage } from './outbox-items.ts';

/** The channel or thread in which the GM of a battle is told things in private, where one was named. */
const findGmChannel = async (
  { saved: { table, channel, guild } }: OpenBattle,
  { servers }: Pick<Services, 'servers'>,
): Promise<string | undefined> => {
  const desk = table.desk ?? (guild === undefined ? undefined : (await servers.settings(guild))?.desk);
  return desk === channel ? undefined : desk;
};

/**
 * Tells the GM something in private: at the desk that was named, else by direct message. Where neither reaches them, or they are not
 * to be called now, it stands on their next private answer (`inboxItems`). Under the same key `once` it is said once.
 */
export const notifyGm = async (
  services: Pick<Services, 'servers' | 'people' | 'outbox' | 'now'>,
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

/** How much of the end of a log is looked through for what waits, at most. */
const maxEntries = 60;

const isGmOrder =
  ({ table }: SavedBattle) =>
  ({ user }: LogEntry): boolean =>
    user === table.gm;

/** The end of a log, back to what was decided last and to the GM's last order: as a rule the GM gave the last one. */
const endOfLog = async (
  saved: SavedBattle,
  { battles }: Pick<Services, 'battles'>,
  length = 4,
): Promise<readonly LogEntry[]> => {
  const from = Math.max(1, saved.version - length);
  const entries = await battles.entries(saved, from, saved.version);
  return from === 1 || length >= maxEntries || (entries.some(isDecided) && entries.some(isGmOrder(saved)))
    ? entries
    : endOfLog(saved, { battles }, maxEntries);
};

/**
 * What waits at the desk of a battle's GM, a text each: who is due in secret, what the GM was asked since the last order, blind rolls
 * since the GM's own last order. Nothing is kept for it: it follows from the battle and the end of its log.
 */
export const inboxItems = async (
  battle: OpenBattle,
  { battles, waits }: Pick<Services, 'battles' | 'waits'>,
): Promise<readonly string[]> => {
  const { saved } = battle;
  if (saved.status === 'ended') return [];
  const entries = await endOfLog(saved, { battles });
  const done = entries.findLastIndex(isDecided);
  const own = entries.findLastIndex(isGmOrder(saved));
  // Where nobody is hidden nobody's time is secret.
  const waiting = viewerOf(battle).unseen.length === 0 ? [] : await waits.forBattle(saved.id);
  const over = waiting.filter(({ actor, state }) => state === 'asked' && isGmOnly(battle, actor));
  return [
    ...secretExpectedActions(battle).map((each) =>
      [describeWait(each), ...describeFailedPlans(battle, each).map(({ text }) => text.replace(/\.$/, ''))].join('. '),
    ),
    ...over.map(({ actor }) => phrase`${actorName(actor)}: time is up`),
    ...gmRequestsOf(saved.table).map((request) => describeRequest(battle, request).replace(/\.$/, '')),
    ...entries
      .slice(done + 1)
      .flatMap(({ table }) =>
        table.flatMap((event) =>
          event.type === 'put-to-gm'
            ? [renderText(say`${event.actor} wants: ${event.order}`, nameLookupShowingAll)]
            : [],
        ),
      ),
    ...entries
      .slice(own + 1)
      .filter(({ rolls, dice, n }) => rolls === 'blind' && dice.length > 0 && !saved.table.opened.includes(n))
      .map(({ n }) => phrase`A blind roll (log entry ${n})`),
  ];
};

/** Checks a place that is to be a desk: in the same server, not where a battle is read, and one that can be written in. */
export const checkGmChannel = async (
  { guild }: Pick<Asker, 'guild'>,
  channel: string,
  battle: string | undefined,
  { channels }: Pick<Services, 'channels'>,
) => {
  if (channel === battle) return refuse('desk-in-battle');
  const place = await channels.find(channel);
  if (place === 'gone') return refuse('place-gone');
  if (place === 'forbidden') return refuse('place-forbidden');
  if (place.kind === 'forum') return refuse('desk-in-forum');
  return place.guild === guild ? ok(channel) : refuse('desk-elsewhere');
};

/** How somebody is told what is theirs alone: by direct message, or beside their next answer where they are not to be called now. */
export const createPrivateDelivery = async (
  user: string,
  words: Pick<Reply, 'cards'> & Partial<Pick<Post, 'controls'>>,
  once: string,
  kind: PingKind,
  { people, now }: Pick<Services, 'people' | 'now'>,
): Promise<OutboxMessage> => {
  const person = await findPersonalSettings(people, user);
  const isCalled = person.pings[kind] !== 'off' && isFreeTime(now(), person);
  return isCalled ? directMessage(once, user, words, 'press') : ephemeralMessage(once, user, words);
};

export type NotificationServices = Pick<
  Services,
  'battles' | 'people' | 'waits' | 'alarms' | 'outbox' | 'servers' | 'now'
>;

export interface PersonNotification {
  readonly kind: PingKind;
  readonly battle: OpenBattle;
  readonly card: Card;
  readonly controls?: Reply['controls'] | undefined;
  /** Said to the person alone, or not at all. */
  readonly secret: boolean;
  /** Said again under the same key, it is said once. */
  readonly key: string;
  /** Only as long as the battle waits for them. */
  readonly whileExpected: boolean;
}

/** What calls one person, as they chose for this kind of call: before everybody, by themselves, or not at all. */
const notificationMessages = (
  person: PersonalSettings,
  { kind, battle, card: shown, controls = [], secret, key, whileExpected }: PersonNotification,
): readonly OutboxMessage[] => {
  const way = person.pings[kind];
  if (way === 'off') return [];
  const { user } = person;
  const { id, channel } = battle.saved;
  const only = whileExpected ? { battle: id, user } : undefined;
  const openly = { cards: [shown], ping: [user], controls };
  if (way === 'channel' && !secret) return [channelMessage(key, channel, openly, only)];
  const linked = { cards: [{ ...shown, links: [linkToBattle(battle)] }], ping: [], controls };
  return [directMessage(key, user, linked, secret ? 'nothing' : { channel, ...openly }, only)];
};

/** Calls one person, as they chose for this kind of call; the GM is told secrets at their desk. */
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

/** What a person who is called is told: everything in this battle that waits for them. */
export const waitsCard = (battle: OpenBattle, waits: readonly BattleWait[]): Card =>
  card(phrase`${battle.saved.table.name}: it is your turn`, {
    lines: waits.map((wait) => line(`${describeWait(wait)}.`)),
  });

/** Is it theirs to do, or may they do it for somebody? */
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

/** True where they are not to be mentioned: they are told otherwise, will be, or want no call. */
const isNotifiedOtherwise = async (
  services: NotificationServices,
  person: PersonalSettings,
  battle: OpenBattle,
  kind: PingKind,
  once: string,
): Promise<boolean> => {
  const way = person.pings[kind];
  if (way === 'off') return true;
  if (way === 'channel' && isFreeTime(services.now(), person)) return false;
  const waits = (await services.waits.forBattle(battle.saved.id)).filter((wait) => mayActOn(wait, person.user));
  if (!isFreeTime(services.now(), person)) {
    await callLater(services, person, waits);
    return waits.length > 0;
  }
  const call: PersonNotification = {
    ...{ kind, battle, card: waitsCard(battle, waits), secret: false },
    ...{ key: `${once}:${person.user}`, whileExpected: waits.length > 0 },
  };
  await services.outbox.send(battle.saved, notificationMessages(person, call));
  return true;
};

/** Calls people in private, where nobody else may read that they are awaited. */
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
    await notifyPerson(services, user, {
      kind: 'turn',
      battle,
      card: waitsCard(battle, own),
      secret: true,
      key: `${once}:${user}`,
      whileExpected: own.length > 0,
    });
  }
};

/** Tells the GM what is theirs alone to know. */
const tellGm = async (
  services: NotificationServices,
  battle: OpenBattle,
  gmNotes: OrderResult['gmNotes'],
  once: string,
): Promise<void> => {
  const { gm } = battle.saved.table;
  for (const [at, note] of gmNotes.entries()) {
    if ((await notifyGm(services, battle, note, `${once}:desk${at}`)) !== 'untold') continue;
    const person = await findPersonalSettings(services.people, gm);
    const waits = (await services.waits.forBattle(battle.saved.id)).filter(({ user }) => user === gm);
    if (!isFreeTime(services.now(), person)) await callLater(services, person, waits);
  }
};

/** A result that mentions only those who want it, here and now; the others are told as they chose. `open` gives its battle. */
export const withNotifications = async (
  services: NotificationServices,
  { gmNotes, ...rest }: OrderResult,
  once: string,
  open: () => Promise<Result<OpenBattle>>,
  of?: PingKind,
): Promise<OrderResult> => {
  // What is for the GM alone is told elsewhere.
  const said: OrderResult = { ...rest, gmNotes: [] };
  const { ping, privatePing } = said;
  if (gmNotes.length + privatePing.length > 0) {
    const battle = await open();
    if (!battle.ok) return said;
    await tellGm(services, battle.value, gmNotes, once);
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
    if (!(await isNotifiedOtherwise(services, person, battle.value, kind, once))) mentioned.push(person.user);
  return { ...said, ping: mentioned };
};
