import { z } from 'zod';
import { verb } from '../declare.ts';
import { takeStance } from './stances.ts';

/** SK-DEF-1..8. */
export const defend = verb({
  summary: 'Defend yourself until your next turn; a magic user regains 1 essence; ends the turn',
  role: 'player',
  params: z.strictObject({}),
  resolve: (state, call) => takeStance(state, call, 'defend-self'),
});
