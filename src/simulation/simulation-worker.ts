import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { rulesets } from '../systems/index.ts';
import type { Simulated, Simulation } from './question.ts';
import { simulate } from './simulate.ts';

/** What the thread gives back: what was counted, or why nothing could be. */
export type SimulationDone = { readonly so: Simulated } | { readonly failed: string };

const done = (asked: Simulation): SimulationDone => {
  const ruleset = rulesets.find(({ id }) => id === asked.system);
  if (ruleset === undefined) return { failed: `There is no rulebook ${asked.system}.` };
  try {
    return { so: simulate(ruleset, asked, () => performance.now()) };
  } catch (error) {
    return { failed: String(error) };
  }
};

// Whoever gives an order comes first: this thread takes what time is left over. Elsewhere it would slow down the whole process.
if (process.platform === 'linux') setPriority(0, 19);

parentPort?.on('message', (asked: Simulation) => parentPort?.postMessage(done(asked)));
