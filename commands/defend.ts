import { verbCommand } from '../src/app/commands/verb-command.ts';

export const defend = verbCommand('defend', 'Defend yourself, or answer the attack that is made on you');
