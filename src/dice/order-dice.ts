import { createHash, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import seedrandom from 'seedrandom';
import { BoundedCache } from '../core/memoize.ts';
import type { Die, LoggedDice } from './dice.ts';

/** The methods by which dice have been drawn. A battle stays with its first one. */
export const diceEditions = [1] as const;
export type DiceEdition = (typeof diceEditions)[number];
/** What new battles roll by. */
export const currentDiceEdition: DiceEdition = 1;

export interface DiceKey {
  /** The battle's secret, 32 bytes as hexadecimal digits. */
  readonly seed: string;
  /** What the players' joins made of it; empty before the battle starts. */
  readonly salt: string;
  readonly orderId: string;
}

/** Cache of keys of recent battles: creating one takes longer than using it. */
const hmacKeys = new BoundedCache<string, KeyObject>(64);
const hmacKeyFor = ({ seed }: DiceKey): KeyObject =>
  hmacKeys.get(seed) ?? hmacKeys.put(seed, createSecretKey(seed, 'hex'));
const hmacDigest = (secret: KeyObject, message: string): string =>
  createHmac('sha256', secret).update(message).digest('hex');

/** Edition 1: one generator an order; die k is its k-th number. It is keyed when the first die falls. */
const numbersOf = (key: DiceKey): (() => number) => {
  let next: (() => number) | undefined;
  return () => {
    next ??= seedrandom(hmacDigest(hmacKeyFor(key), `${key.salt}|${key.orderId}`));
    return next();
  };
};

/**
 * The dice of one order. Each position always has the same die, so that an order can be ruled again. Numbers from 0 to below 1
 * are scaled to the sides; see docs/dice.md.
 */
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

/** A battle's secret seed, 32 bytes as hexadecimal digits. The only place the program touches true chance. */
export const generateSeed = (): string => randomBytes(32).toString('hex');

/** What is published when a battle is created: SHA-256 of the seed's 32 bytes. */
export const seedCommitment = (seed: string): string =>
  createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');

/** The players' share in the dice: SHA-256 of their joining interactions' ids, one per line. */
export const deriveSalt = (joins: readonly string[]): string =>
  createHash('sha256').update(joins.join('\n')).digest('hex');
