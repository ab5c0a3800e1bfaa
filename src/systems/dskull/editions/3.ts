import type { EditionStep } from '../../../rules/editions.ts';

/** A shot says whether its corner was chosen. What was written before reads as it did. */
export const edition3: EditionStep = {};
