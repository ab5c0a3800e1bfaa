import { verbCommand } from '../src/app/verb-command.ts';

export const intercept = verbCommand('intercept', 'Say whether you take the attack that is made on an ally behind you');
