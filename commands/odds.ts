import { defineQueryCommand } from '../src/app/commands/query-command.ts';

export const odds = defineQueryCommand('odds', 'The exact odds, as things stand', {
  target: 'Who would be attacked',
  attacker: 'Who would attack; by default you',
  spell: 'With which spell instead',
  weapon: 'With which weapon',
});
