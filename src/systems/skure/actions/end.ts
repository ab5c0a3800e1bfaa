import { z } from 'zod';
import { order } from '../state.ts';
import { takeStance } from './stances.ts';

/** SK-TURN-7, SK-RUL-38. */
export const end = order({
  summary: 'End the turn without an action: you defend yourself',
  role: 'player',
  params: z.strictObject({}),
  resolve: (draft, call) => takeStance(draft, call, 'defend-self', true),
});
