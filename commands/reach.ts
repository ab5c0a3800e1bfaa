import { queryCommand } from '../src/app/commands/query-command.ts';

export const reach = queryCommand('reach', 'The squares a combatant can move to, and the enemies in its range');
