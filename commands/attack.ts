import { verbCommand } from '../src/app/verb-command.ts';

export const attack = verbCommand('attack', 'Attack somebody');
