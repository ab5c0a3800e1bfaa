import { createHmac } from 'node:crypto';
import type { SavedBattle } from './store.ts';

/**
 * A version of a battle as a number from which nobody can count: what stands on buttons that everybody may look into. By plain
 * versions they would learn how often something happened of which they were told nothing.
 */
export const toVersionToken = ({ seed, version }: Pick<SavedBattle, 'seed' | 'version'>): number =>
  createHmac('sha256', Buffer.from(seed, 'hex')).update(`moment|${version}`).digest().readUInt32BE() >>> 2;

/** The version that is so written, the newest first; none where it is not of this battle. */
export const findVersionByToken = (
  { seed, version }: Pick<SavedBattle, 'seed' | 'version'>,
  moment: number,
): number | undefined => {
  for (let n = version; n > 0; n -= 1) if (toVersionToken({ seed, version: n }) === moment) return n;
  return undefined;
};
