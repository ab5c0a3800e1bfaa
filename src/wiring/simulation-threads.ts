import type { StartSimulation } from '../app/odds/simulation-request.ts';
import { createWorkerQueue, SupersededError } from '../app/queues/worker-queue.ts';
import type { ComparePlans, PlanComparison } from '../rules/plan-choice.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { searchPlans } from '../simulation/plan-search.ts';
import { simulate } from '../simulation/simulate.ts';
import type { SimulationRequest } from '../simulation/simulation-request.ts';
import type { SimulationAnswer } from '../simulation/simulation-worker.ts';

/**
 * Simulates in threads beside the event loop, each channel in its turn. A channel has one question: a later one takes the place of one
 * whose turn has not come, which fails as `Superseded`. An answer that takes longer than `patience` (milliseconds) is given up. Which plan
 * is best is waited for `lateAfter` milliseconds: then whoever plays cunningly plays as usual.
 */
export const createSimulationThreads = (threads = 1, timeout = 30_000, lateAfter = 1000) => {
  const { ask, close } = createWorkerQueue<SimulationRequest | PlanComparison, SimulationAnswer>({
    script: new URL('../simulation/simulation-worker.ts', import.meta.url),
    timeout,
    idleTimeout: 120_000,
    maxMemory: 256,
    // Battles in thought leave much behind: with room for it they take a fifth less time.
    maxYoungMemory: 24,
    threads,
  });
  /** The question of each channel that counts. */
  const latest = new Map<string, object>();
  const asking: StartSimulation = (channel) => {
    const question = {};
    latest.set(channel, question);
    const isLate = (): boolean => latest.get(channel) !== question;
    return {
      play: async (asked, part) => {
        try {
          const answer = isLate() ? undefined : await ask(`${channel} ${part}`, asked, isLate);
          if (answer === undefined || isLate()) return undefined;
          if ('failed' in answer) throw new Error(answer.failed);
          return 'result' in answer ? answer.result : undefined;
        } catch (error) {
          if (error instanceof SupersededError || isLate()) return undefined;
          throw error;
        }
      },
      close: () => {
        if (!isLate()) latest.delete(channel);
      },
    };
  };
  const consider: ComparePlans = async (asked) => {
    const end = performance.now() + lateAfter;
    const late = Promise.withResolvers<undefined>();
    const waiting = setTimeout(() => late.resolve(undefined), lateAfter).unref();
    const answer = ask('thoughts', asked, () => performance.now() > end).then(
      (told) => ('best' in told ? told.best : undefined),
      () => undefined,
    );
    const best = await Promise.race([answer, late.promise]);
    clearTimeout(waiting);
    return best;
  };
  return { asking, consider, close };
};

/** Considers where it is asked, and nothing else happens meanwhile: for a table of one, and for tests, the same however long it takes. */
export const createInlineComparePlans =
  (rulesets: readonly Ruleset[]): ComparePlans =>
  async (asked) => {
    const ruleset = rulesets.find(({ id }) => id === asked.system);
    return ruleset && searchPlans(ruleset, asked, () => 0);
  };

/** Simulates where it is asked, and nothing else happens meanwhile: for a table of one, and for tests. */
export const createInlineSimulation =
  (rulesets: readonly Ruleset[]): StartSimulation =>
  () => ({
    play: async (asked) => {
      const ruleset = rulesets.find(({ id }) => id === asked.system);
      if (ruleset === undefined) throw new Error(`There is no rulebook ${asked.system}.`);
      return simulate(ruleset, asked, () => performance.now());
    },
    close: () => {},
  });
