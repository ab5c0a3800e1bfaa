import { expect, test } from 'vitest';
import { lazyPlan, legalPlans } from '../../src/rules/tactics.ts';

const plain = { label: 'Strike', worth: 2, orders: [{ verb: 'strike', params: { target: 'Bo' } }] };

const parts = { label: () => plain.label, orders: () => plain.orders };

test('legal plans become plain data', () => {
  const found = legalPlans([
    lazyPlan(plain.worth, parts),
    lazyPlan(plain.worth, { ...parts, risk: () => 1 }),
    lazyPlan(plain.worth, parts, () => false),
    { ...plain, risk: 1, isLegal: () => true },
    plain,
    { ...plain, isLegal: () => false },
  ]);
  expect(found).toStrictEqual([plain, { ...plain, risk: 1 }, { ...plain, risk: 1 }, plain]);
});
