import { z } from 'zod';
import { order } from '../state.ts';
import { takeStance } from './stances.ts';

/** SK-CTR-1..8. */
export const counter = order({
  summary: 'Take a counter position: a melee attack you see and that misses is answered; ends the turn',
  role: 'player',
  params: z.strictObject({}),
  resolve: (draft, call) => takeStance(draft, call, 'counter'),
});
