import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Consideration } from '../rules/plan-choice.ts';
import { rulesets } from '../systems/index.ts';
import { searchPlans } from './plan-search.ts';
import type { Simulated, Simulation } from './question.ts';
import { simulate } from './simulate.ts';

/** What the thread gives back: what was counted, which plan is best, or why nothing could be said. */
export type SimulationDone = { readonly so: Simulated } | { readonly best: number } | { readonly failed: string };

const now = (): number => performance.now();

const done = (asked: Simulation | Consideration): SimulationDone => {
  const ruleset = rulesets.find(({ id }) => id === asked.system);
  if (ruleset === undefined) return { failed: `There is no rulebook ${asked.system}.` };
  try {
    return 'plans' in asked ? { best: searchPlans(ruleset, asked, now) } : { so: simulate(ruleset, asked, now) };
  } catch (error) {
    return { failed: String(error) };
  }
};

// Whoever gives an order comes first: this thread takes what time is left over. Elsewhere it would slow down the whole process.
if (process.platform === 'linux') setPriority(0, 19);

parentPort?.on('message', (asked: Simulation | Consideration) => parentPort?.postMessage(done(asked)));
