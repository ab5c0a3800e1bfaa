import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const begin = defineVerbCommand('begin', 'Begin the turn of a unit');
