import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const declare = defineVerbCommand('declare', 'Declare your action for this turn or round', {
  words: {
    action: 'The action',
    target: 'The target',
    weapon: 'The weapon; default: the one in hand',
    spell: 'Which spell',
  },
});
