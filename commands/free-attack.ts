import { verbCommand } from '../src/app/verb-command.ts';

export const freeAttack = verbCommand('free-attack', 'Take or let go the free attack on somebody who leaves the melee');
