import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { PlanComparison } from '../rules/plan-choice.ts';
import { rulesets } from '../systems/index.ts';
import { searchPlans } from './plan-search.ts';
import { simulate } from './simulate.ts';
import type { SimulationRequest, SimulationResult } from './simulation-request.ts';

/** What the thread gives back: what was counted, which plan is best, or why nothing could be said. */
export type SimulationAnswer =
  | { readonly result: SimulationResult }
  | { readonly best: number }
  | { readonly failed: string };

const now = (): number => performance.now();

const answer = (asked: SimulationRequest | PlanComparison): SimulationAnswer => {
  const ruleset = rulesets.find(({ id }) => id === asked.system);
  if (ruleset === undefined) return { failed: `There is no rulebook ${asked.system}.` };
  try {
    return 'plans' in asked ? { best: searchPlans(ruleset, asked, now) } : { result: simulate(ruleset, asked, now) };
  } catch (error) {
    return { failed: String(error) };
  }
};

// Whoever gives an order comes first: this thread takes what time is left over. Elsewhere it would slow down the whole process.
if (process.platform === 'linux') setPriority(0, 19);

parentPort?.on('message', (asked: SimulationRequest | PlanComparison) => parentPort?.postMessage(answer(asked)));
