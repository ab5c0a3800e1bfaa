import { workerQueue } from '../app/queues/worker-queue.ts';
import type { OpenBattle } from '../battle/saved/open-battle.ts';
import type { Viewer } from '../rules/reader.ts';
import type { Simulated, Simulation } from '../simulation/simulate.ts';
import type { SimulationDone } from '../simulation/simulation-worker.ts';

/**
 * What may be simulated of a battle for one viewer: the state as far as they know of it. Its seed, its salt, its log and the ids of its
 * orders are no part of that.
 */
export const simulationOf = (
  { game, saved }: OpenBattle,
  viewer: Viewer,
  asked: Pick<Simulation, 'policies' | 'until' | 'numbers' | 'first'>,
): Simulation => ({ ...asked, system: saved.system, saved: game.knownTo(viewer).save() });

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
  return { simulated, close };
};
