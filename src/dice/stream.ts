import { createHmac } from 'node:crypto';
import seedrandom from 'seedrandom';
import type { Die, LoggedDice } from './dice.ts';

export interface DiceKey {
  /** The battle's secret, 32 bytes as hexadecimal digits. */
  readonly seed: string;
  /** What the players' joins made of it; empty before the battle starts. */
  readonly salt: string;
  readonly orderId: string;
}

/**
 * The dice of one order. Die k (from 0) is the first number of `seedrandom(hex(HMAC-SHA256(seed, salt|orderId|k)))`,
 * scaled to its sides: the same die for ever, whatever was rolled before, so an order can be ruled again from its start.
 */
export const orderDice = ({ seed, salt, orderId }: DiceKey): LoggedDice => {
  const key = Buffer.from(seed, 'hex');
  const fallen: Die[] = [];
  return {
    roll: (sides, name) => {
      const digest = createHmac('sha256', key).update(`${salt}|${orderId}|${fallen.length}`).digest('hex');
      const value = Math.floor(seedrandom(digest)() * sides) + 1;
      fallen.push({ name, sides, value });
      return value;
    },
    fallen: () => fallen,
  };
};
