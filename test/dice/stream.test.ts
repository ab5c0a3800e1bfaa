import { createHash, createHmac } from 'node:crypto';
import seedrandom from 'seedrandom';
import { expect, test } from 'vitest';
import { commitment, freshSeed, saltFrom } from '../../src/dice/entropy.ts';
import { orderDice } from '../../src/dice/stream.ts';

const key = { seed: '5eed'.repeat(16), salt: '', orderId: 'demo' };
const rolled = (of: typeof key, sides: number, count: number): readonly number[] => {
  const dice = orderDice(of);
  return Array.from({ length: count }, () => dice.roll(sides, 'test'));
};

test('the dice that docs/fairness.md promises', () => {
  expect(rolled(key, 100, 3)).toEqual([61, 9, 88]);
});

test('a die follows from seed, salt, order and its number, by the published formula', () => {
  const of = { seed: 'ab'.repeat(32), salt: saltFrom(['1', '2']), orderId: '1234' };
  const formula = (k: number, sides: number) => {
    const digest = createHmac('sha256', Buffer.from(of.seed, 'hex'))
      .update(`${of.salt}|${of.orderId}|${k}`)
      .digest('hex');
    return Math.floor(seedrandom(digest)() * sides) + 1;
  };
  expect(rolled(of, 20, 10)).toEqual(Array.from({ length: 10 }, (_, k) => formula(k, 20)));
});

test('another order, salt or seed rolls otherwise', () => {
  const first = rolled(key, 1000, 8);
  expect(rolled({ ...key, orderId: 'demo2' }, 1000, 8)).not.toEqual(first);
  expect(rolled({ ...key, salt: 'x' }, 1000, 8)).not.toEqual(first);
  expect(rolled({ ...key, seed: 'ab'.repeat(32) }, 1000, 8)).not.toEqual(first);
});

test('every face falls about as often as every other (chi-square, 99.9 %)', () => {
  const counts = new Map<number, number>();
  for (let n = 0; n < 600; n++)
    for (const value of rolled({ ...key, orderId: `o${n}` }, 10, 10)) counts.set(value, (counts.get(value) ?? 0) + 1);
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const chi = [...counts.values()].reduce((sum, count) => sum + (count - 600) ** 2 / 600, 0);
  expect(chi).toBeLessThan(27.88);
});

test('a seed is 32 fresh bytes and its fingerprint their SHA-256', () => {
  const seed = freshSeed();
  expect(seed).toMatch(/^[0-9a-f]{64}$/);
  expect(freshSeed()).not.toBe(seed);
  expect(commitment(seed)).toBe(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'));
});
