import { verbCommand } from '../src/app/verb-command.ts';

export const declare = verbCommand('declare', 'Say what you mean to do this turn or round');
