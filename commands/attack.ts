import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const attack = defineVerbCommand('attack', 'Attack a target', {
  words: {
    target: 'Who to attack',
    mode: 'How to attack: melee, ranged, thrown, shot …, as the weapon allows',
    weapon: 'The weapon',
  },
});
