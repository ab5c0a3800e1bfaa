import { expect, test } from 'vitest';
import { confidenceInterval } from '../../src/app/odds/odds-text.ts';
import type { Text } from '../../src/core/message.ts';
import type { ExpectedAction } from '../../src/rules/expected-action.ts';
import type { Playout } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import {
  chooseOrders,
  createRandomStream,
  createSimulatedDice,
  type PolicyMemory,
  simulate,
} from '../../src/simulation/simulate.ts';
import type { Policy } from '../../src/simulation/simulation-request.ts';
import { rulesets } from '../../src/systems/index.ts';
import { notHollow, seeds, someOf, unhurried } from '../budget.ts';
import { pickedDice, picker } from '../chance.ts';
import { sidesOf, startBattle } from '../systems/any-battle.ts';

const rulesetOf = (system: string): Ruleset => {
  const found = rulesets.find(({ id }) => id === system);
  if (found === undefined) throw new Error(system);
  return found;
};

/** A new battle of few against many of other kinds. */
const uneven = (ruleset: Ruleset, [few, many]: readonly [number, number], seed: number): unknown => {
  const pick = picker(seed + 11);
  const kinds = Object.keys(ruleset.presets);
  const fighters = sidesOf(ruleset).flatMap((side, of) =>
    Array.from({ length: of === 0 ? few : many }, (_, at) => ({
      id: `${side} ${at}`,
      side,
      sheet: ruleset.presets[kinds[(seed * (of + 1) + at + of) % kinds.length] ?? '']?.sheet,
    })),
  );
  return startBattle(ruleset, fighters, () => pickedDice(pick)).save();
};

/** The number of battles of each match, more for cheaper ones. */
const matches = [
  { system: 'skure', battles: 40, sizes: [3, 4] },
  { system: 'dskull', battles: 10, sizes: [1, 2] },
  { system: 'straalara', battles: 40, sizes: [2, 3] },
  { system: 'sword-world', battles: 40, sizes: [3, 2] },
  { system: 'segment', battles: 40, sizes: [3, 2] },
] as const;

test.each(someOf(matches, 2))(
  'in $system quick play of uneven battles gives odds close to the usual tactics',
  ({ system, battles, sizes }) => {
    const ruleset = rulesetOf(system);
    const [side = ''] = sidesOf(ruleset);
    let [within, all] = [0, 0];
    for (const seed of seeds(1)) {
      const state = uneven(ruleset, sizes, seed);
      const stopCondition = { battles, milliseconds: Number.POSITIVE_INFINITY, orders: 1500, dice: 30_000 };
      const won = (policy: Policy): number => {
        const policies = Object.fromEntries(sidesOf(ruleset).map((each) => [each, policy]));
        return (
          simulate(ruleset, { system, state, policies, stopCondition, seed: seed, firstBattle: 0 }, () => 0).wins[
            side
          ] ?? 0
        );
      };
      const usual = confidenceInterval(won('usual'), battles);
      const quick = confidenceInterval(won('quick'), battles);
      within += quick.low <= usual.high && usual.low <= quick.high ? 1 : 0;
      all += 1;
    }
    // Two estimates of the same odds differ by more about once in a hundred matches.
    expect(within).toBeGreaterThanOrEqual(all * 0.95);
  },
  unhurried,
);

const dueIn = (playout: Playout): ExpectedAction<Text> => {
  const due = playout.firstExpectedAction();
  if (due === undefined) throw new Error('Nobody is awaited.');
  return due;
};

test('quick play completes a plan of several orders, and plans again after another’s turn', () => {
  const ruleset = rulesetOf('sword-world');
  const dice = createSimulatedDice(createRandomStream(1, 1));
  const memory: PolicyMemory = { plan: undefined };
  const next = (playout: Playout, due: ExpectedAction<Text>) =>
    chooseOrders(ruleset, playout, due, 'quick', () => 0, memory).next().value;
  let now = ruleset.createPlayout(uneven(ruleset, [2, 2], 1));
  let carried = 0;
  for (let n = 0; n < 40 && now.winners() === undefined; n++) {
    const due = dueIn(now);
    const left = memory.plan?.actor === due.actor ? memory.plan.remaining : [];
    const order = next(now, due);
    if (order === undefined) throw new Error('No order was found.');
    if (left.length > 0) {
      expect(order).toEqual(left[0]);
      carried += 1;
    } else if (now.quickOrders(due.actor).length > 0) expect(order).toEqual(now.quickOrders(due.actor)[0]);
    const played = now.play(due.actor, order, dice);
    if (!played.ok) break;
    now = played.value.playout;
  }
  expect(carried).toBeGreaterThan(notHollow(5));
});
