import { verbCommand } from '../src/app/commands/verb-command.ts';

export const begin = verbCommand('begin', 'Begin the turn of a unit');
