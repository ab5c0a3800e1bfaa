import { expect, test } from 'vitest';
import { createRandomStream, playBattle, randomInteger, simulate } from '../../src/simulation/simulate.ts';
import { policies, type SimulationRequest } from '../../src/simulation/simulation-request.ts';
import { rulesets } from '../../src/systems/index.ts';
import { pickedDice, picker } from '../chance.ts';
import { sidesOf, startBattle } from '../systems/any-battle.ts';

/** Two against two of the first preset, or one warband against one. */
const beginning = (system: string) => {
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) throw new Error(system);
  const [sheet] = Object.values(ruleset.presets).map((preset) => preset.sheet);
  const fighters = sidesOf(ruleset).flatMap((side) =>
    Array.from({ length: system === 'dskull' ? 1 : 2 }, (_, at) => ({ id: `${side} ${at}`, side, sheet })),
  );
  const pick = picker(5);
  return { ruleset, saved: startBattle(ruleset, fighters, () => pickedDice(pick)).save() };
};

const stopCondition = { battles: 6, milliseconds: 60_000, orders: 2000, dice: 50_000 };

const asking = (system: string, changed: Partial<SimulationRequest> = {}) => {
  const { ruleset, saved: state } = beginning(system);
  const question: SimulationRequest = {
    system,
    state,
    policies: {},
    stopCondition,
    seed: 1,
    firstBattle: 0,
    ...changed,
  };
  return { ruleset, saved: state, question };
};

const still = (): number => 0;

test.each(rulesets.map(({ id }) => id))(
  '%s: the same question gives the same answer, and each battle is counted',
  (system) => {
    const { ruleset, saved, question } = asking(system);
    const before = JSON.stringify(saved);
    const so = simulate(
      ruleset,
      { ...question, stopCondition: { ...stopCondition, battles: system === 'dskull' ? 1 : 6 } },
      still,
    );
    expect(simulate(ruleset, { ...question, stopCondition: { ...stopCondition, battles: so.battles } }, still)).toEqual(
      so,
    );
    const won = Object.values(so.wins).reduce((sum, each) => sum + each, 0);
    expect(won + so.draws + so.unfinished).toBe(so.battles);
    expect(so.rounds).toHaveLength(so.battles - so.unfinished);
    expect(so.unfinished).toBe(0);
    // The simulation changed nothing.
    expect(JSON.stringify(saved)).toBe(before);
  },
);

test('a simulation can be continued at a later battle', () => {
  const { ruleset, question } = asking('segment');
  const asked = (firstBattle: number, battles: number) =>
    simulate(ruleset, { ...question, firstBattle, stopCondition: { ...stopCondition, battles } }, still);
  const [whole, begin, rest] = [asked(0, 6), asked(0, 3), asked(3, 3)];
  expect([...begin.rounds, ...rest.rounds]).toEqual(whole.rounds);
  expect(begin.orders + rest.orders).toBe(whole.orders);
});

test.each(policies)('a side with the policy %s finds orders', (policy) => {
  const { ruleset, saved } = asking('sword-world');
  const by = { allies: policy, enemies: policy };
  const { orders, winners } = playBattle(
    ruleset,
    ruleset.createPlayout(saved),
    by,
    createRandomStream(1, 1),
    stopCondition,
  );
  expect(orders).toBeGreaterThan(3);
  expect(winners).toHaveLength(1);
});

test('a simulated battle stops at its limit of orders or dice, and a simulation at its time limit', () => {
  const { ruleset, question } = asking('segment');
  const few = simulate(ruleset, { ...question, stopCondition: { ...stopCondition, orders: 3 } }, still);
  expect(few).toMatchObject({ battles: 6, unfinished: 6, wins: {}, rounds: [] });
  const dry = simulate(ruleset, { ...question, stopCondition: { ...stopCondition, dice: 1 } }, still);
  expect(dry.unfinished).toBe(6);
  let now = 0;
  const late = simulate(ruleset, { ...question, stopCondition: { ...stopCondition, milliseconds: 2 } }, () => now++);
  expect(late.battles).toBe(1);
});

test('simulated dice are evenly distributed, and each battle has its own', () => {
  const falls = Array.from({ length: 20 }, () => 0);
  const numbers = createRandomStream(1, 1);
  for (let n = 0; n < 100_000; n++) {
    const face = randomInteger(numbers, 20);
    falls[face] = (falls[face] ?? 0) + 1;
  }
  // With 19 degrees of freedom chance exceeds 43.8 once in a thousand times, and the seed is fixed.
  const chi = falls.reduce((sum, each) => sum + (each - 5000) ** 2 / 5000, 0);
  expect(chi).toBeLessThan(43.8);
  expect(new Set(Array.from({ length: 1000 }, (_, of) => createRandomStream(1, of)())).size).toBeGreaterThan(995);
});
