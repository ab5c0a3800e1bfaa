import { verbCommand } from '../src/app/verb-command.ts';

export const defend = verbCommand('defend', 'Defend yourself, or answer the attack that is made on you');
