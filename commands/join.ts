import { verbCommand } from '../src/app/verb-command.ts';

export const join = verbCommand('join', 'Join the melee at whose centre the unit stands');
