import { odds } from './odds.ts';
import { reach } from './reach.ts';
import { sheet } from './sheet.ts';

/** The free questions about a battle. */
export const queries = { odds, sheet, reach } as const;
