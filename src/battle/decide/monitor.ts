import type { Refusal } from '../../core/refusal.ts';
import type { WorkInProgress } from '../../core/work-in-progress.ts';
import type { OpenBattle } from '../saved/open-battle.ts';

/** Hears what is in hand, so that somebody beside the event loop can say what holds it up. */
export interface Monitor {
  /** Work begins that runs without a break. Gives what to call when it is over. */
  readonly startWork: (work: WorkInProgress) => () => void;
  /** Called after an order to a battle was refused. */
  readonly orderRefused: (work: WorkInProgress, refusal: Refusal) => void;
}

/** Nobody listens. */
export const noMonitor: Monitor = { startWork: () => () => {}, orderRefused: () => {} };

const knownActions = new Set(['enter', 'start', 'finish', 'correct', 'hang']);
/** What somebody typed in place of a verb is not passed on. */
const knownVerb = ({ ruleset }: OpenBattle, name: string): string | undefined =>
  name in ruleset.verbs || name in ruleset.queries || knownActions.has(name) ? name : undefined;

/** Tells the monitor of work of the rules that begins and runs without a break. Gives what to call when it is over. */
export const watchRuling = (
  { startWork }: Pick<Monitor, 'startWork'>,
  battle: OpenBattle,
  name: string,
  order?: string,
): (() => void) => startWork({ battle: battle.saved.id, order, verb: knownVerb(battle, name) });
