import { verbCommand } from '../src/app/verb-command.ts';

export const check = verbCommand('check', 'Roll a check');
