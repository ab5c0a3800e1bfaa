import { verbCommand } from '../src/app/commands/verb-command.ts';

export const end = verbCommand('end', 'End your turn or activation');
