import { verbCommand } from '../src/app/verb-command.ts';

export const shout = verbCommand('shout', 'Warn the others of an ambush, or keep silent');
