import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const end = defineVerbCommand('end', 'End your turn or activation');
