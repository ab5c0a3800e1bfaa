import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { rulesets } from '../systems/index.ts';
import { simulate } from './simulate.ts';
import type { SimulationRequest, SimulationResult } from './simulation-request.ts';

/** The answer of a simulation thread: the result, or why the simulation failed. */
export type SimulationAnswer = { readonly result: SimulationResult } | { readonly failed: string };

const answer = (asked: SimulationRequest): SimulationAnswer => {
  const ruleset = rulesets.find(({ id }) => id === asked.system);
  if (ruleset === undefined) return { failed: `There is no rulebook ${asked.system}.` };
  try {
    return { result: simulate(ruleset, asked, () => performance.now()) };
  } catch (error) {
    return { failed: String(error) };
  }
};

// Orders come first, so this thread only gets spare time. Elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(0, 19);

parentPort?.on('message', (asked: SimulationRequest) => parentPort?.postMessage(answer(asked)));
