import type { Simulate } from '../app/odds/simulation-of.ts';
import { Superseded, workerQueue } from '../app/queues/worker-queue.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import type { Simulated, Simulation } from '../simulation/question.ts';
import { simulate } from '../simulation/simulate.ts';
import type { SimulationDone } from '../simulation/simulation-worker.ts';

/**
 * Simulates in threads beside the event loop, each channel in its turn. A channel has one question: a later one takes the place of one
 * whose turn has not come, which fails as `Superseded`.
 */
export const simulationThreads = (threads = 1) => {
  const { ask, close } = workerQueue<Simulation, SimulationDone>({
    script: new URL('../simulation/simulation-worker.ts', import.meta.url),
    patience: 30_000,
    idle: 120_000,
    memory: 256,
    threads,
  });
  const latest = new Map<string, Simulation>();
  const simulated = async (channel: string, asked: Simulation): Promise<Simulated> => {
    latest.set(channel, asked);
    try {
      const answer = await ask(channel, asked, () => latest.get(channel) !== asked);
      if ('failed' in answer) throw new Error(answer.failed);
      return answer.so;
    } finally {
      if (latest.get(channel) === asked) latest.delete(channel);
    }
  };
  /** The same; nothing where a later question took its place. */
  const latestAlone: Simulate = async (channel, asked) => {
    try {
      return await simulated(channel, asked);
    } catch (error) {
      if (error instanceof Superseded) return undefined;
      throw error;
    }
  };
  return { simulated, latestAlone, close };
};

/** Simulates where it is asked, and nothing else happens meanwhile: for a table of one, and for tests. */
export const simulatedHere =
  (rulesets: readonly Ruleset[]): Simulate =>
  async (_channel, asked) => {
    const ruleset = rulesets.find(({ id }) => id === asked.system);
    if (ruleset === undefined) throw new Error(`There is no rulebook ${asked.system}.`);
    return simulate(ruleset, asked, () => performance.now());
  };
