import { createHash, createHmac } from 'node:crypto';
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import { createOrderDice, type DiceKey, deriveSalt, generateSeed, seedCommitment } from '../../src/dice/order-dice.ts';

const rolled = (of: DiceKey, sides: number, count: number): readonly number[] => {
  const dice = createOrderDice(of);
  return Array.from({ length: count }, () => dice.roll(sides, 'test'));
};

describe('the dice of an order', () => {
  const key: DiceKey = { seed: '5eed'.repeat(16), salt: '', orderId: 'demo' };

  test('the dice are those that docs/dice.md promises', () => {
    expect(rolled(key, 100, 3)).toEqual([13, 64, 25]);
  });

  test('a die follows from seed, salt, order and its number', () => {
    const of: DiceKey = { seed: 'ab'.repeat(32), salt: deriveSalt(['1', '2']), orderId: '1234' };
    const hmac = createHmac('sha256', Buffer.from(of.seed, 'hex')).update(`${of.salt}|${of.orderId}`);
    const number = seedrandom(hmac.digest('hex'));
    // From the first die to beyond the 256th.
    expect(rolled(of, 20, 300)).toEqual(Array.from({ length: 300 }, () => Math.floor(number() * 20) + 1));
  });

  test('a die does not depend on the sides of the dice before it', () => {
    const dice = createOrderDice(key);
    const fallen = Array.from({ length: 300 }, (_, k) => dice.roll(k === 0 || k > 254 ? 100 : (k % 30) + 1, 'test'));
    const straight = rolled(key, 100, 300);
    for (const k of [0, 255, 256, 299]) expect(fallen[k]).toBe(straight[k]);
  });

  test('the same order always rolls the same dice from its start', () => {
    const [one, other] = [createOrderDice(key), createOrderDice(key)];
    const pairs = Array.from({ length: 20 }, () => [one.roll(100, 'one'), other.roll(100, 'other')]);
    expect(pairs.every(([a, b]) => a === b)).toBe(true);
  });

  test('a d1 is always 1, and a d1000000 uses its whole range', () => {
    expect(createOrderDice(key).rolledDice()).toEqual([]);
    expect(rolled(key, 1, 300).every((value) => value === 1)).toBe(true);
    const million = rolled(key, 1_000_000, 4000);
    expect(Math.min(...million)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...million)).toBeLessThanOrEqual(1_000_000);
    expect(new Set(million).size).toBeGreaterThan(3950);
    expect(million.every(Number.isInteger)).toBe(true);
  });

  test('rolled dice are listed in order with their names', () => {
    const dice = createOrderDice(key);
    const [hit, damage] = [dice.roll(100, 'hit'), dice.roll(6, 'damage')];
    expect(dice.rolledDice()).toEqual([
      { name: 'hit', sides: 100, value: hit },
      { name: 'damage', sides: 6, value: damage },
    ]);
  });

  test('another order, salt or seed gives other dice', () => {
    const first = rolled(key, 1000, 8);
    expect(rolled({ ...key, orderId: 'demo2' }, 1000, 8)).not.toEqual(first);
    expect(rolled({ ...key, salt: 'x' }, 1000, 8)).not.toEqual(first);
    expect(rolled({ ...key, seed: 'ab'.repeat(32) }, 1000, 8)).not.toEqual(first);
  });

  test('all faces are equally frequent, within an order and across orders', () => {
    const orders = Array.from({ length: 600 }, (_, n) => rolled({ ...key, orderId: `o${n}` }, 10, 10));
    const long = Array.from({ length: 3 }, (_, n) => rolled({ ...key, orderId: `long${n}` }, 10, 2000));
    for (const values of [orders.flat(), orders.map(([first]) => first), long.flat()]) {
      const counts = Array.from({ length: 10 }, (_, at) => values.filter((value) => value === at + 1).length);
      const expected = values.length / 10;
      const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      expect(chi).toBeLessThan(27.88);
    }
  });
});

test('a seed is 32 random bytes, and its commitment is their SHA-256', () => {
  const seed = generateSeed();
  expect(seed).toMatch(/^[0-9a-f]{64}$/);
  expect(generateSeed()).not.toBe(seed);
  expect(seedCommitment(seed)).toBe(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'));
});
