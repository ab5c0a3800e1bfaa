import { defineQueryCommand } from '../src/app/commands/query-command.ts';

export const odds = defineQueryCommand('odds', 'Show the exact odds of an attack right now', {
  target: 'The target',
  attacker: 'The attacker; default: you',
  spell: 'A spell to use instead of a weapon',
  weapon: 'The weapon',
});
