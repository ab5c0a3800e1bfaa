import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const charge = defineVerbCommand(
  'charge',
  'Charge an enemy in a straight line, or dive at an enemy; this takes your whole turn',
);
