import { verbCommand } from '../src/app/verb-command.ts';

export const begin = verbCommand('begin', 'Begin the turn of a unit');
