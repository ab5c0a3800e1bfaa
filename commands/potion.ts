import { verbCommand } from '../src/app/verb-command.ts';

export const potion = verbCommand('potion', 'Give a potion to someone here: a Major Action');
