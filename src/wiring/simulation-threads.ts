import type { StartSimulation } from '../app/odds/simulation-request.ts';
import { createWorkerQueue, SupersededError } from '../app/queues/worker-queue.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { simulate } from '../simulation/simulate.ts';
import type { SimulationRequest } from '../simulation/simulation-request.ts';
import type { SimulationAnswer } from '../simulation/simulation-worker.ts';

/** Creates threads for simulations. `timeout` (milliseconds). A superseded question of a channel returns undefined. */
export const createSimulationThreads = (threads = 1, timeout = 30_000) => {
  const { ask, close } = createWorkerQueue<SimulationRequest, SimulationAnswer>({
    script: new URL('../simulation/simulation-worker.ts', import.meta.url),
    timeout,
    idleTimeout: 120_000,
    maxMemory: 256,
    // Simulated battles create many short-lived objects. With this much memory they take a fifth less time.
    maxYoungMemory: 24,
    threads,
  });
  /** The latest question about odds in each channel. */
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
  return { asking, close };
};

/** Creates simulations that run in this thread and block it. For a single user, and for tests. */
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
