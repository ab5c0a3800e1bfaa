import { verbCommand } from '../src/app/commands/verb-command.ts';

export const charge = verbCommand(
  'charge',
  'Charge an enemy in a straight line, or dive on it; the only thing done in a turn',
);
