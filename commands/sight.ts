import { defineQueryCommand } from '../src/app/commands/query-command.ts';

export const sight = defineQueryCommand(
  'sight',
  'Show distance, bearing, zone and modifiers from one combatant to another',
  {
    target: 'The combatant to look at',
  },
);
