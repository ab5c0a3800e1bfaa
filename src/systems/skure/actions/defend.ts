import { z } from 'zod';
import { order } from '../state.ts';
import { takeStance } from './stances.ts';

/** SK-DEF-1..8. */
export const defend = order({
  summary: 'Defend yourself until your next turn; a magic user regains 1 essence; ends the turn',
  role: 'player',
  params: z.strictObject({}),
  resolve: (draft, call) => takeStance(draft, call, 'defend-self'),
});
