import type { Refusal } from '../../core/refusal.ts';
import type { Result } from '../../core/result.ts';
import type { WorkInProgress } from '../../core/work-in-progress.ts';
import type { OpenBattle } from '../saved/open-battle.ts';

/** Hears what is in hand, so that somebody beside the event loop can say what holds it up. */
export interface Monitor {
  /** Work begins that runs without a break. Gives what to call when it is over. */
  readonly startWork: (work: WorkInProgress) => () => void;
  /** It was refused because it would have gone beyond what one order may take. */
  readonly limitExceeded: (work: WorkInProgress, ceiling: { readonly what: string; readonly most: number }) => void;
  /** An order to a battle was refused, by this code. */
  readonly orderRefused: (work: WorkInProgress, code: string) => void;
}

/** Nobody listens. */
export const noMonitor: Monitor = { startWork: () => () => {}, limitExceeded: () => {}, orderRefused: () => {} };

/** Does work that runs without a break, while the monitor knows of it. */
export const runMonitored = <T>({ startWork }: Pick<Monitor, 'startWork'>, work: WorkInProgress, does: () => T): T => {
  const over = startWork(work);
  try {
    return does();
  } finally {
    over();
  }
};

const knownActions = new Set(['enter', 'start', 'finish', 'correct', 'hang']);
/** What somebody typed in place of a verb is not passed on. */
const knownVerb = ({ ruleset }: OpenBattle, name: string): string | undefined =>
  name in ruleset.verbs || name in ruleset.queries || knownActions.has(name) ? name : undefined;

/** Reckons what may be chosen, under a monitor. */
export const runMonitoredOffers = <T>(monitor: Monitor, battle: OpenBattle, name: string, does: () => T): T =>
  runMonitored(monitor, { battle: battle.saved.id, verb: knownVerb(battle, name) }, does);

/** Rules an order under a monitor, which hears of it where it would have taken too much. */
export const decideMonitored = <T>(
  monitor: Monitor,
  battle: OpenBattle,
  order: string | undefined,
  name: string,
  rules: () => Result<T, Refusal>,
): Result<T, Refusal> => {
  const work: WorkInProgress = { battle: battle.saved.id, order, verb: knownVerb(battle, name) };
  const outcome = runMonitored(monitor, work, rules);
  if (!outcome.ok && outcome.error.code === 'beyond-bounds') {
    const { what, most } = outcome.error.facts;
    monitor.limitExceeded(work, { what: String(what), most: Number(most) });
  }
  return outcome;
};
