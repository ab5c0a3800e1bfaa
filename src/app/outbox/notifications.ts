import type { OutboxMessage } from '../../battle/saved/outbox.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import type { BattleWait } from '../../battle/saved/waits.ts';
import { addFreeTime, isFreeTime } from '../../campaign/calendar.ts';
import { findPersonalSettings, type PersonalSettings, type PingKind } from '../../campaign/people.ts';
import { phrase, type Refusal, type Result } from '../../core/message.ts';
import { type Card, card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import { gmActor } from '../../rules/expected-action.ts';
import { linkToBattle } from '../replies/inbox-notes.ts';
import type { Control, OrderResult, Reply } from '../replies/reply.ts';
import type { Services } from '../services.ts';
import { notifyGm } from './gm-inbox.ts';
import { channelMessage, directMessage } from './outbox-items.ts';

export type NotificationServices = Pick<
  Services,
  'battles' | 'people' | 'waits' | 'alarms' | 'outbox' | 'servers' | 'now'
>;

/** `Ada to act`. */
export const describeWait = ({ actor, what }: Pick<BattleWait, 'actor' | 'what'>): string =>
  phrase`${actor === gmActor ? 'The GM' : actor} ${what}`;

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
  open: () => Promise<Result<OpenBattle, Refusal>>,
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

export const button = (label: string, path: readonly string[], input: Record<string, string> = {}): Control => ({
  kind: 'button',
  label,
  style: 'secondary',
  press: { path, input },
});
