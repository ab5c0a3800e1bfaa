import { verbCommand } from '../src/app/verb-command.ts';

export const forgo = verbCommand('forgo', 'Give up the attack, the spell or the push that is asked about');
