import { verbCommand } from '../src/app/verb-command.ts';

export const loot = verbCommand('loot', 'Search the defeated monsters: ten minutes each');
