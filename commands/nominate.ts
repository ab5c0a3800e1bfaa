import { verbCommand } from '../src/app/verb-command.ts';

export const nominate = verbCommand('nominate', 'Nominate your second action of the turn');
