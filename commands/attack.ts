import { verbCommand } from '../src/app/commands/verb-command.ts';

export const attack = verbCommand('attack', 'Attack somebody', {
  words: {
    target: 'Whom you attack',
    mode: 'How: melee, ranged, thrown, shot … as the weapon allows',
    weapon: 'With which weapon',
  },
});
