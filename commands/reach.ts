import { defineQueryCommand } from '../src/app/commands/query-command.ts';

export const reach = defineQueryCommand('reach', 'The squares a combatant can move to, and the enemies in its range');
