import type { PlanComparison } from '../rules/plan-choice.ts';
import type { Playout } from '../rules/playout.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { createRandomStream } from './random.ts';
import { playBattle } from './simulate.ts';

/** How often each plan is played on, from turn to turn; after each the worse half is left out. */
const turns = [6, 8, 12];
/** So far it is thought ahead. */
const ahead = { orders: 40, dice: 2000 };
/** Milliseconds for all of it: what is known then decides. */
const most = 300;
/** What a battle that is won counts beside the life of a side. */
const won = 0.5;
/** What somebody counts who stands, beside the share of life that is left to them. */
const standing = 0.5;

const meanOf = (of: readonly number[]): number => of.reduce((sum, n) => sum + n, 0) / Math.max(1, of.length);

/** The standard error of the mean. */
const errorOf = (of: readonly number[]): number => {
  const mean = meanOf(of);
  const squares = of.reduce((sum, n) => sum + (n - mean) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, of.length - 1) / Math.max(1, of.length));
};

/** What a battle has come to for a side, so far as it was played: who stands with how much life, and whether it is won. */
const worthIn = (
  ruleset: Ruleset,
  start: Playout,
  { actor, seed }: PlanComparison,
): ((plan: PlanComparison['plans'][number], n: number) => number) => {
  const roster = start.roster();
  const side = roster.find((each) => each.actor === actor || each.id === actor)?.side;
  const ours = new Set(roster.flatMap((each) => (each.side === side ? [each.id] : [])));
  return (plan, n) => {
    const memory = { plan: { actor, remaining: plan } };
    const { winners, lifeLeft } = playBattle(ruleset, start, {}, createRandomStream(seed, n), ahead, memory);
    const lives = Object.entries(lifeLeft).map(([id, share]) => (ours.has(id) ? 1 : -1) * (standing + share));
    const end = winners === undefined ? 0 : side !== undefined && winners.includes(side) ? won : -won;
    return lives.reduce((sum, each) => sum + each, 0) / roster.length + end;
  };
};

interface Tried {
  readonly at: number;
  readonly worths: number[];
}

/**
 * Which plan comes to most, each of them played on quickly by both sides from the same numbers, in the worlds by turns; the first of them
 * where no other is better by more than chance makes of it.
 */
export const searchPlans = (ruleset: Ruleset, asked: PlanComparison, clock: () => number): number => {
  const end = clock() + most;
  const worths = asked.beliefs.map((world) => worthIn(ruleset, ruleset.createPlayout(world), asked));
  const usual: Tried = { at: 0, worths: [] };
  let left: readonly Tried[] = [usual, ...asked.plans.slice(1).map((_, n): Tried => ({ at: n + 1, worths: [] }))];
  const ranked = (): readonly Tried[] => left.toSorted((a, b) => meanOf(b.worths) - meanOf(a.worths));
  let n = 0;
  for (const more of turns) {
    for (let k = 0; k < more && (n === 0 || clock() < end); k++, n++)
      for (const { at, worths: own } of left) own.push(worths[n % worths.length]?.(asked.plans[at] ?? [], n) ?? 0);
    const kept = ranked().slice(0, Math.ceil(left.length / 2));
    left = left.filter((each) => each === usual || kept.includes(each));
  }
  const [best = usual] = ranked();
  const gains = best.worths.map((worth, k) => worth - (usual.worths[k] ?? 0));
  return best !== usual && meanOf(gains) > errorOf(gains) ? best.at : usual.at;
};
