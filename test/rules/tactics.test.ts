import { expect, test } from 'vitest';
import { type Candidate, legalPlans } from '../../src/rules/tactics.ts';

const plain = { label: 'Strike', worth: 2, orders: [{ verb: 'strike', params: { target: 'Bo' } }] };

class Late implements Candidate {
  readonly worth = plain.worth;
  readonly isLegal = () => true;
  get label(): string {
    return plain.label;
  }
  get orders(): Candidate['orders'] {
    return plain.orders;
  }
}

test('plans that may be ordered are plain data, wherever their parts were made', () => {
  const found = legalPlans([
    new Late(),
    { ...plain, feared: 1, isLegal: () => true },
    plain,
    { ...plain, isLegal: () => false },
  ]);
  expect(found).toStrictEqual([plain, { ...plain, feared: 1 }, plain]);
});
