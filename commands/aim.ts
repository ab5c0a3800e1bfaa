import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const aim = defineVerbCommand(
  'aim',
  'Aim at an enemy in front of you for a better attack later; this ends your turn',
);
