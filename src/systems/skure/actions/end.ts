import { z } from 'zod';
import { verb } from '../declare.ts';
import { takeStance } from './stances.ts';

/** SK-TURN-7, SK-RUL-38. */
export const end = verb({
  summary: 'End the turn without an action: you defend yourself',
  role: 'player',
  params: z.strictObject({}),
  resolve: (state, call) => takeStance(state, call, 'defend-self', true),
});
