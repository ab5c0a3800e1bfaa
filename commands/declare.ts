import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const declare = defineVerbCommand('declare', 'Say what you mean to do this turn or round', {
  words: {
    action: 'What you mean to do',
    target: 'At whom',
    weapon: 'With which weapon; by default the one at hand',
    spell: 'Which spell',
  },
});
