import { z } from 'zod';
import { verb } from '../declare.ts';
import { takeStance } from './stances.ts';

/** SK-CTR-1..8. */
export const counter = verb({
  summary: 'Take a counter position: a melee attack you see and that misses is answered; ends the turn',
  role: 'player',
  params: z.strictObject({}),
  resolve: (state, call) => takeStance(state, call, 'counter'),
});
