import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const defend = defineVerbCommand('defend', 'Defend yourself, or answer the attack that is made on you');
