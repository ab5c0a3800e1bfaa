import { expect, test } from 'vitest';
import { buildPlanComparison, type PlanComparison, shortlistPlans } from '../../src/rules/plan-choice.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { searchPlans } from '../../src/simulation/plan-search.ts';
import { skure } from '../../src/systems/skure/index.ts';
import { ann, battle, bob } from '../systems/skure/stage.ts';

/** Ann beside a foe who falls by one blow as she does, and what she could do. */
const question = (plans: PlanComparison['plans']): PlanComparison => ({
  ...buildPlanComparison(
    { system: 'skure', game: battle([ann({ hp: 1, attack: 60 }), bob({ hp: 1, attack: 60 })]), unseen: [] },
    'Ann',
    [],
    3,
  ),
  plans,
});

const passing = [{ verb: 'defend', params: {} }];
const striking = [{ verb: 'attack', params: { target: 'Bob' } }];

test('the plan that comes to most is found, wherever it stands', () => {
  expect(searchPlans(skure, question([passing, striking]), () => 0)).toBe(1);
  expect(searchPlans(skure, question([striking, passing]), () => 0)).toBe(0);
});

test('where another plan is no better the first is kept', () => {
  expect(searchPlans(skure, question([striking, striking]), () => 0)).toBe(0);
  expect(searchPlans(skure, question([striking]), () => 0)).toBe(0);
});

test('once the time is up what is known decides', () => {
  let looked = 0;
  const clock = (): number => {
    looked += 1;
    return looked * 1000;
  };
  expect(searchPlans(skure, question([passing, striking]), clock)).toBeLessThan(2);
  expect(looked).toBeLessThan(20);
});

test('plans are worth trying that differ in more than their way', () => {
  const plans = battle([ann(), bob({ x: 8, y: 8 })]).plans('Ann', gmViewer);
  const tried = shortlistPlans(plans);
  expect(tried[0]).toBe(plans[0]);
  expect(tried.length).toBeLessThanOrEqual(5);
  const aims = tried.map(({ orders }) => JSON.stringify(orders.at(-1)));
  expect(new Set(aims).size).toBe(Math.min(5, new Set(plans.map(({ orders }) => JSON.stringify(orders.at(-1)))).size));
});
