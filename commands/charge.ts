import { verbCommand } from '../src/app/commands/verb-command.ts';

export const charge = verbCommand(
  'charge',
  'Charge an enemy in a straight line, or dive at it; it is all you do that turn',
);
