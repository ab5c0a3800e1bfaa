import { clockOrderPrefix } from '../../battle/decide/automation.ts';
import type { Issuer } from '../../battle/decide/decisions.ts';
import type { TimeoutAction } from '../../battle/saved/clock-settings.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import type { AlarmData, BattleWait } from '../../battle/saved/waits.ts';
import { expectedActionsForViewer, isFoe, usersPubliclyExpectedToAct } from '../../battle/views/expected-actions.ts';
import type { OrderReport } from '../../battle/views/report.ts';
import { clockOf, controllerOf, isGmOnly, viewerOf } from '../../battle/views/viewer.ts';
import { addFreeTime, isFreeTime } from '../../campaign/calendar.ts';
import { alarmPercents, applicableHours, dueAt } from '../../campaign/clock.ts';
import { findPersonalSettings } from '../../campaign/people.ts';
import { ok, phrase, type Result, refuse, runForPerson } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import {
  callFor,
  deadlineLine,
  type NotificationServices,
  notifyPerson,
  type PersonNotification,
} from '../outbox/notifications.ts';
import { panelRefreshMessage } from '../outbox/outbox-items.ts';
import { actorName, describeWait } from '../replies/inbox-notes.ts';
import type { Need } from '../services.ts';
import { sendMorning } from './morning.ts';

type Key = Pick<BattleWait, 'actor' | 'kind' | 'since'>;

/** The order id of a clock action. All processes build the same id, so the log accepts the action once. */
const clockOrderId = ({ saved: { id } }: OpenBattle, { actor, kind, since }: Key, act: TimeoutAction): string =>
  `${clockOrderPrefix}${id}:${since}:${actor}:${kind}${act === 'default' ? '' : `:${act}`}`;

/** Carries out a clock action and saves its messages. Refuses with `clock-late` if the battle has changed. */
const runClockAction = async (
  { battles, outbox }: Need<'battles' | 'outbox'>,
  battle: OpenBattle,
  { actor, kind, since }: Key,
  act: TimeoutAction,
): Promise<Result<OrderReport>> => {
  const { id, version, table, guild, channel } = battle.saved;
  const runner = controllerOf(battle, actor);
  const orderId = clockOrderId(battle, { actor, kind, since }, act);
  const issuer = (user: string): Issuer => ({
    user,
    name: user === table.gm ? table.gmName : (ownValue(table.seats, user)?.name ?? actor),
    ...{ guild, channel, orderId },
    announcement: { scope: 'all', act, interaction: orderId },
  });
  try {
    if (act === 'default') return await battles.actForAbsent(issuer(runner), { battle: id, version, actor, kind });
    return await battles.changeSession(issuer(table.gm), 'run the clock', 'clock', ({ saved: now }) =>
      now.id !== id || now.version !== version ? refuse('clock-late') : ok([{ type: 'clock-asked', actor, kind }]),
    );
  } finally {
    outbox.noteAnswered(orderId);
  }
};

type ClockServices = NotificationServices & Need<'carryOver' | 'languages' | 'records'>;

/** Maximum number of tries to handle an alarm if the battle changes at the same time. */
const maxLooks = 10;

/** True if only the actor's controller may know that the battle waits for the actor. */
const isPrivateWait = (battle: OpenBattle, { actor, kind }: Pick<BattleWait, 'actor' | 'kind'>): boolean =>
  isFoe(battle, actor) ||
  isGmOnly(battle, actor) ||
  !expectedActionsForViewer(battle).some((each) => each.actor === actor && each.kind === kind);

/** Acts for a wait whose time has run out, or asks the GM if impossible. True if anything was done. */
const handleTimeout = async (services: ClockServices, battle: OpenBattle, wait: BattleWait): Promise<boolean> => {
  const report = await runClockAction(services, battle, wait, clockOf(battle, wait.actor).end);
  if (report.ok || report.error.code === 'clock-late') return report.ok;
  return (await runClockAction(services, battle, wait, 'ask')).ok;
};

/** Notifies a user of all public, or all secret, waits for the user. A secret one must not change a public call. */
const callUser = async (
  services: NotificationServices,
  battle: OpenBattle,
  { user, ...wait }: Pick<BattleWait, 'user' | 'actor' | 'kind'>,
  how: Pick<PersonNotification, 'kind' | 'key'>,
): Promise<void> => {
  const secret = isPrivateWait(battle, wait);
  const own = (await services.waits.forBattle(battle.saved.id)).filter(
    (each) => each.user === user && isPrivateWait(battle, each) === secret,
  );
  const person = await findPersonalSettings(services.people, user);
  await runForPerson(user, async () =>
    notifyPerson(services, user, await callFor(services, person, battle, own, { ...how, secret })),
  );
};

/** Reminds everyone whom the battle waits for, except this user, at most once in ten minutes. Returns the actors. */
export const remindEveryone = async (
  services: NotificationServices,
  battle: OpenBattle,
  except: string,
): Promise<readonly string[]> => {
  const { id, version } = battle.saved;
  const waits = (await services.waits.forBattle(id)).filter(({ user }) => user !== except);
  const key = `remind ${id} ${version} ${Math.floor(services.now() / 600_000)}`;
  const keyed = new Map(
    waits.map((wait) => [`${key} ${wait.user}${isPrivateWait(battle, wait) ? ' secret' : ''}`, wait]),
  );
  for (const [each, wait] of keyed) await callUser(services, battle, wait, { kind: 'reminder', key: each });
  return waits.map(({ actor }) => actorName(actor));
};

/** Sends a wait's due reminders or ends the wait, then sets the next alarm. False if the battle changed meanwhile. */
const advanceWait = async (
  services: ClockServices,
  battle: OpenBattle,
  wait: BattleWait,
  data: AlarmData,
  alarm: string,
): Promise<boolean> => {
  const { people, waits, alarms, now } = services;
  if (battle.saved.status !== 'active' || wait.state === 'asked') return true;
  const clock = clockOf(battle, wait.actor);
  const hours = applicableHours(clock, wait.user, await findPersonalSettings(people, wait.user));
  const shares = alarmPercents(clock);
  const due = shares.flatMap((share) => dueAt(wait, clock, share, hours) ?? []);
  const ends = due.at(-1);
  if (ends === undefined) return true;
  const reached = due.findLastIndex((at) => at <= now());
  if (reached === due.length - 1) return handleTimeout(services, battle, wait);
  const late = reached + 1 > wait.told && !isFreeTime(now(), hours);
  if (reached >= 0 && !late && (await waits.claim(wait, reached + 1, alarm))) {
    // A user gets one reminder for all combatants.
    const key = `remind ${battle.saved.id} ${battle.saved.version} ${wait.user} ${reached} ${isPrivateWait(battle, wait)}`;
    await callUser(services, battle, wait, { kind: 'reminder', key });
  }
  // A late reminder must also wait until quiet hours are over.
  const next = late ? addFreeTime(now(), 0, hours) : (due[reached + 1] ?? ends);
  const { actor, kind, since } = wait;
  const step = next === ends ? 'end' : 'reminder';
  const tries = next === data.due && step === data.step ? data.tries + 1 : 0;
  await alarms.set({
    after: next - now(),
    data: { battle: battle.saved.id, actor, kind, since, step, due: next, tries },
  });
  return true;
};

/** Notifies the player whose turn is next, unless that is secret. */
const notifyNextPlayer = async (services: ClockServices, battle: OpenBattle, wait: BattleWait): Promise<void> => {
  // Only the GM may know which of their combatants is next.
  if (!battle.saved.table.clock.onDeck || isPrivateWait(battle, wait)) return;
  const awaited = usersPubliclyExpectedToAct(battle);
  const roster = battle.game.roster();
  const order = battle.game.view(viewerOf(battle)).order.filter(({ state }) => state === 'next');
  const next = order
    .map(({ id }) => ({ id, user: controllerOf(battle, roster.find((each) => each.id === id)?.actor ?? id) }))
    .find(({ user }) => user !== battle.saved.table.gm && !awaited.includes(user));
  if (next === undefined) return;
  const person = await findPersonalSettings(services.people, next.user);
  if (!isFreeTime(services.now(), person)) return;
  await runForPerson(next.user, async () => {
    const lines = [line(phrase`${describeWait(wait)}.`), ...(await deadlineLine(services, battle, wait, person.zone))];
    await notifyPerson(services, next.user, {
      kind: 'on-deck',
      battle,
      secret: false,
      key: `${clockOrderId(battle, wait, 'default')}:next`,
      whileExpected: false,
      card: card(phrase`${battle.saved.table.name}: ${next.id} is next`, { tone: 'quiet', lines }),
    });
  });
};

const checkWait = async (
  services: ClockServices,
  battle: OpenBattle,
  data: AlarmData,
  alarm: string,
): Promise<boolean> => {
  if (data.step === 'show') await services.outbox.send(battle.saved, [panelRefreshMessage(battle.saved, alarm)]);
  const wait = (await services.waits.forBattle(data.battle)).find(
    ({ actor, kind }) => actor === data.actor && kind === data.kind,
  );
  if (wait === undefined || wait.since !== data.since) return true;
  if (data.step === 'on-deck') await notifyNextPlayer(services, battle, wait);
  else if (data.step === 'call') {
    const kind = wait.state === 'asked' ? 'gm' : battle.saved.pending === undefined ? 'turn' : 'question';
    await callUser(services, battle, wait, { kind, key: alarm });
  } else return advanceWait(services, battle, wait, data, alarm);
  return true;
};

/** Handles an alarm. False if the battle changed at the same time. */
const handleAlarm = async (services: ClockServices, data: AlarmData, alarm: string): Promise<boolean> => {
  if (data.step === 'settle') {
    await services.carryOver.catchUp(data.battle);
    return true;
  }
  if (data.step === 'morning') {
    await sendMorning(services, data);
    return true;
  }
  const found = await services.battles.openById(data.battle);
  if (!found.ok) return true;
  return checkWait(services, found.value, data, alarm);
};

export const createClockScheduler = (services: ClockServices) => ({
  /** Handles an alarm. The same alarm a second time changes nothing. */
  ring: (data: AlarmData, alarm: string): Promise<void> =>
    services.languages.runForAll(async () => {
      for (let looks = 0; looks < maxLooks; looks += 1) if (await handleAlarm(services, data, alarm)) return;
      throw new Error(`The battle ${data.battle} does not hold still.`);
    }),
  /** Checks all waits with a time limit once at startup, in case an alarm was lost. */
  checkAllWaits: async (): Promise<void> => {
    const { waits, alarms, now } = services;
    for (const { battle, actor, kind, since } of await waits.listTimed())
      await alarms.set({ after: 0, data: { battle, actor, kind, since, step: 'look', due: now(), tries: 0 } });
  },
});

/** Time between two notes that this process runs (milliseconds). */
const noteInterval = 30_000;

/** Starts handling alarms. Returns a function that stops it. `onRung`: called after each, as it may write messages. */
export const startClock = async (
  services: ClockServices,
  onRung: () => Promise<void> = async () => {},
): Promise<() => Promise<void>> => {
  const keeper = createClockScheduler(services);
  const { waits, now } = services;
  await waits.noteRunning(now(), true);
  const note = () => waits.noteRunning(now(), false).catch(() => {});
  const noting = setInterval(() => void note(), noteInterval).unref();
  const stop = await services.alarms.startRinging(async (data, alarm) => {
    await keeper.ring(data, alarm);
    await onRung();
  });
  await keeper.checkAllWaits();
  return async () => {
    clearInterval(noting);
    await stop();
    await note();
  };
};
