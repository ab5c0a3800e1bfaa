import { gmActor } from '../../rules/expected-action.ts';
import { emptySession } from './session.ts';
import type { SavedBattle } from './store.ts';
import {
  type Alarm,
  type AlarmData,
  type Alarms,
  alarmId,
  type BattleWait,
  type WaitChanges,
  type WaitStore,
} from './waits.ts';

interface Due {
  readonly id: string;
  readonly at: number;
  readonly data: AlarmData;
  readonly tries: number;
}

export interface MemoryWaits extends WaitStore {
  readonly alarms: Alarms;
  /** Applies a commit's changes to the waits of its battle. */
  readonly applyChanges: (battle: SavedBattle, aftermath: WaitChanges | undefined) => void;
  /** Rings all due alarms, also new alarms that are due at once. For tests with a virtual clock. */
  readonly ringDueAlarms: () => Promise<void>;
}

type Row = BattleWait & { readonly by: string | undefined };

/** Orders alarms by time, then the GM's first, then in the order they were set. */
const inTurn = (a: Due, b: Due): number =>
  a.at - b.at || Number(b.data.actor === gmActor) - Number(a.data.actor === gmActor);

const checkInterval = 1000;
const retryDelay = 5000;

/** When alarms in memory ring. `when called`: only at `ringDueAlarms`, for tests with a virtual clock. */
export type AlarmMode = 'every second' | 'when called';

/** Creates waits and alarms in memory, for tests and practice mode. */
export const createMemoryWaits = (now: () => number, rings: AlarmMode): MemoryWaits => {
  const rows = new Map<string, readonly Row[]>();
  const battles = new Map<string, SavedBattle>();
  const due = new Map<string, Due>();
  const rung = new Set<string>();
  let ring: Parameters<Alarms['startRinging']>[0] | undefined;
  let ringing: Promise<void> = Promise.resolve();

  const set = ({ after, data }: Alarm): void => {
    const id = alarmId(data);
    if (!due.has(id) && !rung.has(id)) due.set(id, { id, at: now() + Math.max(0, after), data, tries: 0 });
  };

  const ringOne = async (alarm: Due): Promise<void> => {
    try {
      await ring?.(alarm.data, alarm.id, alarm.tries > 0);
      due.delete(alarm.id);
      rung.add(alarm.id);
    } catch {
      due.set(alarm.id, { ...alarm, at: now() + retryDelay, tries: alarm.tries + 1 });
    }
  };
  const ringAll = async (): Promise<void> => {
    while (ring !== undefined) {
      const [next] = [...due.values()].filter(({ at }) => at <= now()).toSorted(inTurn);
      if (next === undefined) return;
      await ringOne(next);
    }
  };
  const ringDueAlarms = (): Promise<void> => {
    ringing = ringing.then(ringAll);
    return ringing;
  };

  const plain = ({ by: _, ...wait }: Row): BattleWait => structuredClone(wait);
  const all = (): readonly Row[] => [...rows.values()].flat();

  return {
    forBattle: async (battle) => (rows.get(battle) ?? []).map(plain),
    forUser: async (user, at) =>
      all()
        .filter((row) => row.user === user || (row.deputy?.user === user && row.deputy.until > at))
        .toSorted((a, b) => b.at - a.at || b.since - a.since)
        .flatMap((row) => {
          const battle = battles.get(row.battle);
          return battle === undefined ? [] : [{ ...plain(row), ...where(battle) }];
        }),
    claim: async ({ battle, actor, kind, since }, step, by) => {
      const row = rows.get(battle)?.find((each) => each.actor === actor && each.kind === kind);
      if (row === undefined || row.since !== since) return false;
      if (row.told > step || (row.told === step && row.by !== by)) return false;
      rows.set(
        battle,
        (rows.get(battle) ?? []).map((each) => (each === row ? { ...row, told: step, by } : each)),
      );
      return true;
    },
    noteRunning: async () => {},
    listTimed: async () =>
      all()
        .filter((row) => {
          const { clock, autopilot, awayTactics } = battles.get(row.battle)?.table ?? emptySession;
          return clock.seconds !== undefined || autopilot !== undefined || awayTactics !== undefined;
        })
        .map(plain),
    applyChanges: (battle, aftermath) => {
      battles.set(battle.id, structuredClone(battle));
      if (aftermath === undefined) return;
      const before = rows.get(battle.id) ?? [];
      const kept = aftermath.waits.map(({ isNew, ...wait }): Row => {
        const row = before.find(({ actor, kind }) => actor === wait.actor && kind === wait.kind);
        return isNew || row === undefined
          ? { ...wait, by: undefined }
          : { ...row, what: wait.what, deputy: row.state === 'asked' ? row.deputy : wait.deputy };
      });
      rows.set(battle.id, structuredClone(kept));
      for (const alarm of aftermath.alarms) set(alarm);
    },
    alarms: {
      set: async (alarm) => set(alarm),
      startRinging: async (whom) => {
        ring = whom;
        const timer =
          rings === 'every second' ? setInterval(() => void ringDueAlarms(), checkInterval).unref() : undefined;
        return async () => {
          clearInterval(timer);
          ring = undefined;
          await ringing;
        };
      },
    },
    ringDueAlarms,
  };
};

const where = ({ guild, channel, table, system }: SavedBattle) => ({ guild, channel, name: table.name, system });
