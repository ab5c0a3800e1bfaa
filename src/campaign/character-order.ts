import { normalizeName } from '../core/message.ts';
import type { Character } from './characters.ts';

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order in which characters are listed, the same whatever a database thinks of letters. */
export const compareByName = (a: Character, b: Character): number =>
  inOrder(normalizeName(a.name), normalizeName(b.name)) || inOrder(a.system, b.system);
