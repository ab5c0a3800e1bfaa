import type { Numbers } from '../../src/rules/reader.ts';

/** What a reader is told of foes, until the GM chooses otherwise. */
export const numbers = {
  hp: { says: 'Hit points', usual: 'words', kind: 'health' },
} as const satisfies Numbers;
