import { botches } from './botches.ts';
import { odds } from './odds.ts';
import { pools } from './pools.ts';
import { state } from './state.ts';

/** The free questions of this system. */
export const queries = { odds, pools, botches, state };
