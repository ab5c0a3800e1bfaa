import { defineQueryCommand } from '../src/app/commands/query-command.ts';

export const sight = defineQueryCommand(
  'sight',
  'Distance, bearing, zone and modifiers from one combatant to another',
  {
    target: 'To whom',
  },
);
