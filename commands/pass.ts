import { verbCommand } from '../src/app/verb-command.ts';

export const pass = verbCommand('pass', 'Drop the action you nominated, moving if you like');
