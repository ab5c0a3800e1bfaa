import { createHash, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import seedrandom from 'seedrandom';
import { BoundedCache } from '../core/memoize.ts';
import type { Die, LoggedDice } from './dice.ts';

/** Editions of the way dice are drawn. A battle always uses the edition with which it began. */
export const diceEditions = [1] as const;
export type DiceEdition = (typeof diceEditions)[number];
/** The edition that new battles use. */
export const currentDiceEdition: DiceEdition = 1;

export interface DiceKey {
  /** The battle's secret, 32 bytes as hexadecimal digits. */
  readonly seed: string;
  /** The players' share in the dice, from their joins. Empty before the battle starts. */
  readonly salt: string;
  readonly orderId: string;
}

/** Cache of the keys of recent battles: creating a key takes longer than using it. */
const hmacKeys = new BoundedCache<string, KeyObject>(64);
const hmacKeyFor = ({ seed }: DiceKey): KeyObject =>
  hmacKeys.get(seed) ?? hmacKeys.put(seed, createSecretKey(seed, 'hex'));
const hmacDigest = (secret: KeyObject, message: string): string =>
  createHmac('sha256', secret).update(message).digest('hex');

/** The numbers of edition 1: one generator for each order, created when its first die is rolled. */
const numbersOf = (key: DiceKey): (() => number) => {
  let next: (() => number) | undefined;
  return () => {
    next ??= seedrandom(hmacDigest(hmacKeyFor(key), `${key.salt}|${key.orderId}`));
    return next();
  };
};

/** Creates an order's dice, which repeat if the order is ruled again. See docs/dice.md. */
export const createOrderDice = (key: DiceKey): LoggedDice => {
  const next = numbersOf(key);
  const fallen: Die[] = [];
  return {
    roll: (sides, name) => {
      const value = Math.floor(next() * sides) + 1;
      fallen.push({ name, sides, value });
      return value;
    },
    rolledDice: () => fallen,
  };
};

/** Generates a battle's secret seed, 32 bytes as hexadecimal digits. The program uses true chance only here. */
export const generateSeed = (): string => randomBytes(32).toString('hex');

/** The commitment published when a battle is created: SHA-256 of the seed's 32 bytes. */
export const seedCommitment = (seed: string): string =>
  createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');

/** The players' share in the dice: SHA-256 of the ids of their join interactions, one per line. */
export const deriveSalt = (joins: readonly string[]): string =>
  createHash('sha256').update(joins.join('\n')).digest('hex');
