import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const defend = defineVerbCommand('defend', 'Defend yourself, or respond to an attack on you');
