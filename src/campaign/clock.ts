import type { ComputeWaits } from '../battle/commit/battle-loader.ts';
import type { Clock } from '../battle/saved/clock-settings.ts';
import type { SessionEvent } from '../battle/saved/session.ts';
import type { LogEntry, OpenBattle } from '../battle/saved/store.ts';
import type { Alarm, AlarmData, BattleWait, WaitChanges, WaitStore } from '../battle/saved/waits.ts';
import { expectedActionsForViewer, isFoe } from '../battle/views/expected-actions.ts';
import { clockOf, controllerOf } from '../battle/views/viewer.ts';
import { ownValue } from '../core/plain-object.ts';
import { type ExpectedAction, gmActor } from '../rules/expected-action.ts';
import { type AvailableHours, addFreeTime, freeTimeBetween, nextHour } from './calendar.ts';
import { defaultPersonalSettings, type PeopleStore } from './people.ts';

/** The shares of the time limit at which something happens: the reminders, then 100 (percent). */
export const alarmPercents = ({ reminders }: Clock): readonly number[] => [
  ...[...new Set(reminders)].toSorted((a, b) => a - b),
  100,
];

/** The moment when a share of the time limit has passed, not counting quiet hours. Undefined while paused. */
export const dueAt = (
  { begun, spent }: Pick<BattleWait, 'begun' | 'spent'>,
  { seconds, paused, hour }: Clock,
  share: number,
  hours: AvailableHours,
): number | undefined => {
  if (begun === undefined || seconds === undefined || paused) return undefined;
  if (hour !== undefined) return begun + ((nextHour(begun, hour) - begun) * share) / 100;
  return addFreeTime(begun, Math.max(0, seconds * 10 * share - spent), hours);
};

interface Parts {
  readonly people: PeopleStore;
  readonly waits: Pick<WaitStore, 'forBattle'>;
}

const allAwaited = (battle: OpenBattle): readonly ExpectedAction[] => {
  const all = battle.game.status === 'ended' ? [] : expectedActionsForViewer(battle, battle.saved.table.gm);
  return all.length > 1 ? all.filter(({ routine }) => routine !== 'last') : all;
};

const keyOf = ({ actor, kind }: { readonly actor: string; readonly kind: string }): string =>
  JSON.stringify([actor, kind]);

/** True if the entry is an action of the actor that changed the game. Speech does not count. */
const hasMoved = (before: OpenBattle, after: OpenBattle, { request }: LogEntry, actor: string): boolean =>
  request.kind === 'order' && request.actor === actor && before.game.save() !== after.game.save();

/** The clock's settings as text, apart from whether the clock is paused. */
const clockAgreement = ({ saved: { table } }: OpenBattle): string => JSON.stringify({ ...table.clock, paused: false });

/** True if the event restarts an expected actor's time, or gives it to another user. */
const restartsWait = (event: SessionEvent, { actor, kind }: ExpectedAction): boolean => {
  switch (event.type) {
    case 'clock-renewed':
      return (event.actor ?? actor) === actor;
    case 'clock-asked':
      return event.actor === actor && event.kind === kind;
    case 'autopilot-set':
      return event.actors.includes(actor);
    default:
      return false;
  }
};

/** Creates a check, which is true for waits that a log entry began, or whose time the entry restarted. */
const createIsNewWait = (
  before: OpenBattle | undefined,
  after: OpenBattle,
  entry: LogEntry,
): ((awaited: ExpectedAction) => boolean) => {
  if (
    before === undefined ||
    before.game.status !== after.game.status ||
    ['undo', 'redo'].includes(entry.request.kind) ||
    clockAgreement(before) !== clockAgreement(after)
  )
    return () => true;
  const were = new Set(allAwaited(before).map(keyOf));
  return (awaited) => {
    const { actor } = awaited;
    const isTimed = clockOf(after, actor).seconds !== undefined;
    return (
      !were.has(keyOf(awaited)) ||
      controllerOf(before, actor) !== controllerOf(after, actor) ||
      (isTimed && hasMoved(before, after, entry, actor)) ||
      entry.table.some((event) => restartsWait(event, awaited))
    );
  };
};

/** A new wait: for the actor's controller or their deputy, and after a timeout for the GM. */
const newWait = (after: OpenBattle, entry: LogEntry, { actor, kind, what }: ExpectedAction): BattleWait => {
  const { id: battle, table } = after.saved;
  const user = controllerOf(after, actor);
  const deputy = ownValue(table.deputies, user);
  const isAsked = entry.table.some((each) => each.type === 'clock-asked' && each.actor === actor && each.kind === kind);
  return {
    ...{ battle, actor, kind, what, since: entry.n, at: entry.at, spent: 0, told: 0 },
    begun: table.clock.paused ? undefined : entry.at,
    ...(isAsked
      ? { user: table.gm, state: 'asked', deputy: { user, until: Number.MAX_SAFE_INTEGER } }
      : { user, state: 'running', deputy: deputy && { user: deputy.user, until: deputy.until } }),
  };
};

type MarkedWait = WaitChanges['waits'][number];

/** Updates the waits when the clock stops or starts. Time used before still counts. */
const afterClockChange = (
  old: readonly BattleWait[],
  waits: readonly MarkedWait[],
  entry: LogEntry,
  hoursOf: (user: string) => AvailableHours,
): readonly MarkedWait[] =>
  waits.map((wait): MarkedWait => {
    const before = old.find((each) => keyOf(each) === keyOf(wait));
    if (before === undefined || wait.isNew) return wait;
    const ran = before.begun === undefined ? 0 : freeTimeBetween(before.begun, entry.at, hoursOf(before.user));
    return { ...before, what: wait.what, since: entry.n, begun: wait.begun, spent: before.spent + ran, isNew: true };
  });

/** The available hours that count for a wait. On autopilot, all hours count. */
export const applicableHours = (
  { onAutopilot }: { readonly onAutopilot: boolean },
  user: string,
  own: AvailableHours,
): AvailableHours => (onAutopilot ? defaultPersonalSettings(user) : own);

const alarmFor = (
  { battle, actor, kind, since }: Pick<BattleWait, 'battle' | 'actor' | 'kind' | 'since'>,
  step: AlarmData['step'],
  due: number,
  now: number,
): Alarm => ({ after: due - now, data: { battle, actor, kind, since, step, due, tries: 0 } });

const firstAlarm = (wait: BattleWait, after: OpenBattle, own: AvailableHours, now: number): readonly Alarm[] => {
  const clock = clockOf(after, wait.actor);
  const hours = applicableHours(clock, wait.user, own);
  const steps = alarmPercents(clock);
  const share = steps[wait.told];
  const due = share === undefined || wait.state === 'asked' ? undefined : dueAt(wait, clock, share, hours);
  return due === undefined ? [] : [alarmFor(wait, share === 100 ? 'end' : 'reminder', due, now)];
};

/** The alarm that notifies the player who is next in turn. Empty if no one is to be notified. */
const onDeckAlarm = (after: OpenBattle, waits: readonly MarkedWait[], { n, at }: LogEntry): readonly Alarm[] => {
  // Only publicly expected actors count, and decisions of the GM have no order.
  const open = expectedActionsForViewer(after).filter(({ actor }) => actor !== gmActor && !isFoe(after, actor));
  const wait = waits.find(
    ({ isNew, since, ...each }) => isNew && since === n && open.some((other) => keyOf(other) === keyOf(each)),
  );
  return wait === undefined ? [] : [alarmFor(wait, 'on-deck', at, at)];
};

const changesNothing = (before: OpenBattle | undefined, waits: readonly MarkedWait[], { table }: LogEntry): boolean =>
  before !== undefined &&
  waits.every(({ isNew }) => !isNew) &&
  table.every(({ type }) => type !== 'deputy-named') &&
  JSON.stringify(allAwaited(before).map(({ actor, kind, what }) => [actor, kind, what])) ===
    JSON.stringify(waits.map(({ actor, kind, what }) => [actor, kind, what]));

/** Delay before an alarm settles a battle's end, in case the process has not done so (milliseconds). */
const settleDelay = 60_000;

/** The alarm that updates characters after a battle's end or its undo, in case the process is killed. */
const settleAlarm = (before: OpenBattle | undefined, after: OpenBattle, { n, at }: LogEntry): readonly Alarm[] => {
  const { id, table, status } = after.saved;
  const was = before?.saved.status;
  const turned = was !== undefined && was !== status && [was, status].includes('ended');
  return turned && Object.keys(table.characters).length > 0
    ? [alarmFor({ battle: id, actor: '', kind: '', since: n }, 'settle', at + settleDelay, at)]
    : [];
};

const computeWaitChanges = async (
  { people, waits }: Parts,
  before: OpenBattle | undefined,
  after: OpenBattle,
  entry: LogEntry,
): Promise<WaitChanges | undefined> => {
  const isNew = createIsNewWait(before, after, entry);
  const fresh = allAwaited(after).map(
    (awaited): MarkedWait => ({ ...newWait(after, entry, awaited), isNew: isNew(awaited) }),
  );
  const { clock } = after.saved.table;
  const stops = before !== undefined && before.saved.table.clock.paused !== clock.paused;
  if (!stops && changesNothing(before, fresh, entry)) return undefined;
  const timed =
    after.game.status === 'active' && fresh.some(({ actor }) => clockOf(after, actor).seconds !== undefined);
  if (!timed && !stops) return { waits: fresh, alarms: [] };
  const old = stops ? await waits.forBattle(after.saved.id) : [];
  const chosen = await people.findMany([...new Set([...old, ...fresh].map(({ user }) => user))]);
  const hoursOf = (user: string): AvailableHours => chosen.get(user) ?? defaultPersonalSettings(user);
  const now = stops ? afterClockChange(old, fresh, entry, hoursOf) : fresh;
  const anew = timed ? now.filter((wait) => wait.isNew) : [];
  const turned = before === undefined || clock.onDeck === false ? [] : onDeckAlarm(after, anew, entry);
  return {
    waits: now,
    alarms: [...anew.flatMap((wait) => firstAlarm(wait, after, hoursOf(wait.user), entry.at)), ...turned],
  };
};

/** Creates the function that computes the waits and alarms after each log entry. */
export const createComputeWaits =
  (parts: Parts): ComputeWaits =>
  async (before, after, entry) => {
    const awaited = await computeWaitChanges(parts, before, after, entry);
    const settle = settleAlarm(before, after, entry);
    if (settle.length === 0) return awaited;
    // At a battle's end or its undo, there may be no changed waits.
    return { waits: awaited?.waits ?? [], alarms: [...(awaited?.alarms ?? []), ...settle] };
  };
