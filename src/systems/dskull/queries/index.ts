import { boardQuery } from './board.ts';
import { cost } from './cost.ts';
import { los } from './los.ts';
import { odds } from './odds.ts';
import { status } from './status.ts';
import { zone } from './zone.ts';

/** DS-CMD-1, DS-CMD-16: what may be asked at any time by anybody. */
export const queries = { los, cost, zone, odds, status, ground: boardQuery };
