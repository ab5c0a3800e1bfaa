import type { EditionStep } from '../../../rules/editions.ts';

/** Rounds and turns say what hangs on everybody only where time changed it. What was written before reads as it did. */
export const edition3: EditionStep = {};
