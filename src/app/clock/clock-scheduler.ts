import { formatDuration } from '../../battle/saved/clock-settings.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import type { AlarmData, BattleWait, RingAlarm } from '../../battle/saved/waits.ts';
import { expectedActionsForViewer, isFoe, usersPubliclyExpectedToAct } from '../../battle/views/expected-actions.ts';
import { clockOf, controllerOf } from '../../battle/views/permissions.ts';
import { isGmOnly, viewerOf } from '../../battle/views/viewer.ts';
import { addFreeTime, formatMoment, isFreeTime } from '../../campaign/calendar.ts';
import { alarmPercents, applicableHours, dueAt } from '../../campaign/clock.ts';
import { findPersonalSettings } from '../../campaign/people.ts';
import { phrase, runInLanguage } from '../../core/message.ts';
import { card } from '../../presentation/card.ts';
import { type LineTone, line } from '../../rules/lines.ts';
import { type NotificationServices, notifyPerson, waitsCard } from '../outbox/notifications.ts';
import { panelRefreshMessage } from '../outbox/outbox-items.ts';
import { isDeputyEnd, notifyDeputiesOfEnd } from '../people/deputy-end.ts';
import { describeWait } from '../replies/inbox-notes.ts';
import type { Services } from '../services.ts';
import { type ClockAction, clockOrderId, findDeputy, runClockAction } from './clock-actions.ts';

export interface ClockScheduler {
  /** Looks after whoever an alarm is about. Rung twice, it does nothing twice. */
  readonly ring: RingAlarm;
  /** Looks after everybody who is awaited against time: once at the start, should an alarm have been lost. */
  readonly checkAllWaits: () => Promise<void>;
}

interface Parts {
  readonly services: NotificationServices & Pick<Services, 'carryOver' | 'findDictionary'>;
}

/** A battle that many people move at once may have to be looked at again. */
const maxLooks = 10;

const urgency = (share: number): LineTone => (share < 60 ? 'quiet' : share < 90 ? 'plain' : 'bad');

/** Is this said to the one who runs that actor alone? So is what the GM has to rule on that comes of somebody hidden. */
const isPrivateWait = (battle: OpenBattle, { actor, kind }: Pick<BattleWait, 'actor' | 'kind'>): boolean =>
  isFoe(battle, actor) ||
  isGmOnly(battle, actor) ||
  !expectedActionsForViewer(battle).some((each) => each.actor === actor && each.kind === kind);

export const createClockScheduler = ({ services }: Parts): ClockScheduler => {
  const { battles, waits, people, alarms, outbox, carryOver: settling, findDictionary, now } = services;

  const act = async (battle: OpenBattle, wait: BattleWait, what: ClockAction): Promise<'done' | 'late' | 'refused'> => {
    const report = await runClockAction(services, battle, wait, what, battle.saved.version);
    if (!report.ok) return report.error.code === 'clock-late' ? 'late' : 'refused';
    return 'done';
  };

  /** The time has run out: what the table agreed on is done, or where it cannot be, the GM is asked. */
  const end = async (battle: OpenBattle, wait: BattleWait): Promise<boolean> => {
    const clock = clockOf(battle, wait.actor);
    const first = wait.state === 'running';
    const hands = first && clock.end === 'deputy' && findDeputy(battle, controllerOf(battle, wait.actor)) !== undefined;
    const what = hands ? 'hand' : first && clock.end === 'ask' ? 'ask' : 'default';
    const outcome = await act(battle, wait, what);
    return (outcome === 'refused' ? await act(battle, wait, 'ask') : outcome) === 'done';
  };

  const remind = async (
    battle: OpenBattle,
    wait: BattleWait,
    share: number,
    ends: number,
    key: string,
  ): Promise<void> => {
    const { zone } = await findPersonalSettings(people, wait.user);
    const left = phrase`${formatDuration((ends - now()) / 1000)} left, until ${formatMoment(ends, zone)}`;
    await notifyPerson(services, wait.user, {
      kind: 'reminder',
      battle,
      secret: isPrivateWait(battle, wait),
      key,
      whileExpected: true,
      card: card(phrase`${battle.saved.table.name}: ${describeWait(wait)}`, {
        tone: urgency(share),
        lines: [line(left, share < 90 ? 'plain' : 'bad')],
      }),
    });
  };

  /** Does what is due of a wait's time, and sees to it that it is looked at again when the next step is. */
  const keepTime = async (battle: OpenBattle, wait: BattleWait, data: AlarmData, alarm: string): Promise<boolean> => {
    const { status, id } = battle.saved;
    if (status !== 'active' || wait.state === 'asked') return true;
    const clock = clockOf(battle, wait.actor);
    const hours = applicableHours(clock, wait.user, await findPersonalSettings(people, wait.user));
    const shares = alarmPercents(clock);
    const due = shares.flatMap((share) => dueAt(wait, clock, share, hours) ?? []);
    const ends = due.at(-1);
    if (ends === undefined) return true;
    const reached = due.findLastIndex((at) => at <= now());
    if (reached === due.length - 1) return end(battle, wait);
    const late = reached + 1 > wait.told && !isFreeTime(now(), hours);
    if (reached >= 0 && !late && (await waits.claim(wait, reached + 1, alarm)))
      await remind(battle, wait, shares[reached] ?? 0, ends, `${clockOrderId(battle, wait, 'default')}:${reached}`);
    // What is late is not told at night either.
    const next = late ? addFreeTime(now(), 0, hours) : (due[reached + 1] ?? ends);
    const { actor, kind, since } = wait;
    const step = next === ends ? 'end' : 'reminder';
    const tries = next === data.due && step === data.step ? data.tries + 1 : 0;
    await alarms.set({
      after: next - now(),
      data: { battle: id, actor, kind, since, step, due: next, tries },
    });
    return true;
  };

  /** Who comes next, of those that everybody may know of and nobody waits for yet. */
  const tellNext = async (battle: OpenBattle, wait: BattleWait): Promise<void> => {
    // Whose moment it is of those the GM runs nobody else is to know.
    if (!battle.saved.table.clock.onDeck || isPrivateWait(battle, wait)) return;
    const awaited = usersPubliclyExpectedToAct(battle);
    const roster = battle.game.roster();
    const order = battle.game.view(viewerOf(battle)).order.filter(({ state }) => state === 'next');
    const next = order
      .map(({ id }) => ({ id, user: controllerOf(battle, roster.find((each) => each.id === id)?.actor ?? id) }))
      .find(({ user }) => user !== battle.saved.table.gm && !awaited.includes(user));
    if (next === undefined || !isFreeTime(now(), await findPersonalSettings(people, next.user))) return;
    await notifyPerson(services, next.user, {
      kind: 'on-deck',
      battle,
      secret: false,
      key: `${clockOrderId(battle, wait, 'default')}:next`,
      whileExpected: false,
      card: card(phrase`${battle.saved.table.name}: ${next.id} is next`, { tone: 'quiet' }),
    });
  };

  const callNow = async (battle: OpenBattle, { user, state }: BattleWait, once: string): Promise<void> => {
    const own = (await waits.forBattle(battle.saved.id)).filter((each) => each.user === user);
    await notifyPerson(services, user, {
      kind: state === 'asked' ? 'gm' : battle.saved.pending === undefined ? 'turn' : 'question',
      battle,
      secret: own.some((each) => isPrivateWait(battle, each)),
      key: once,
      whileExpected: true,
      card: waitsCard(battle, own),
    });
  };

  const lookAt = async (battle: OpenBattle, data: AlarmData, alarm: string): Promise<boolean> => {
    if (data.step === 'show') await outbox.send(battle.saved, [panelRefreshMessage(battle.saved, alarm)]);
    const wait = (await waits.forBattle(data.battle)).find(
      ({ actor, kind }) => actor === data.actor && kind === data.kind,
    );
    if (wait === undefined || wait.since !== data.since) return true;
    if (data.step === 'on-deck') await tellNext(battle, wait);
    else if (data.step === 'call') await callNow(battle, wait, alarm);
    else return keepTime(battle, wait, data, alarm);
    return true;
  };

  const look = async (data: AlarmData, alarm: string): Promise<boolean> => {
    if (isDeputyEnd(data)) {
      await notifyDeputiesOfEnd(services, data);
      return true;
    }
    if (data.step === 'settle') {
      await settling.catchUp(data.battle);
      return true;
    }
    const found = await battles.openById(data.battle);
    if (!found.ok) return true;
    const { guild, channel } = found.value.saved;
    return runInLanguage(findDictionary(guild ?? channel), () => lookAt(found.value, data, alarm));
  };

  return {
    ring: async (data, alarm) => {
      for (let looked = 0; looked < maxLooks; looked += 1) if (await look(data, alarm)) return;
      throw new Error(`The battle ${data.battle} does not hold still.`);
    },
    checkAllWaits: async () => {
      for (const { battle, actor, kind, since } of await waits.listTimed())
        await alarms.set({ after: 0, data: { battle, actor, kind, since, step: 'look', due: now(), tries: 0 } });
    },
  };
};

interface Starting extends Parts {
  /** Told after each alarm: something may have been said. */
  readonly onRung?: () => Promise<void>;
}

/** Keeps the clocks of all battles from now on; gives back how to stop. */
export const startClock = async ({ onRung = async () => {}, ...parts }: Starting): Promise<() => Promise<void>> => {
  const keeper = createClockScheduler(parts);
  const stop = await parts.services.alarms.startRinging(async (...alarm) => {
    await keeper.ring(...alarm);
    await onRung();
  });
  await keeper.checkAllWaits();
  return stop;
};
