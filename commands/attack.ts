import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const attack = defineVerbCommand('attack', 'Attack somebody', {
  words: {
    target: 'Whom to attack',
    mode: 'How: melee, ranged, thrown, shot … as the weapon allows',
    weapon: 'With which weapon',
  },
});
