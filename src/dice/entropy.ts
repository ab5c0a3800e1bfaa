import { createHash, randomBytes } from 'node:crypto';

/** A battle's secret seed, 32 bytes as hexadecimal digits. The only place the program touches true chance. */
export const generateSeed = (): string => randomBytes(32).toString('hex');

/** What is published when a battle is created: SHA-256 of the seed's 32 bytes. */
export const seedCommitment = (seed: string): string =>
  createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');

/** The players' share in the dice: SHA-256 of the ids of the interactions they joined with, in order, one a line. */
export const deriveSalt = (joins: readonly string[]): string =>
  createHash('sha256').update(joins.join('\n')).digest('hex');
