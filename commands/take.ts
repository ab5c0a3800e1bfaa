import { verbCommand } from '../src/app/verb-command.ts';

export const take = verbCommand('take', 'Carry out the action you nominated, moving if you like');
