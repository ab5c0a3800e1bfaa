import type { NumberTerms } from '../../src/rules/reader.ts';

/** The numbers of a foe; how they are told until the GM chooses otherwise goes by their kind. */
export const numberTerms = {
  hp: { description: 'Hit points', kind: 'health' },
} as const satisfies NumberTerms;
