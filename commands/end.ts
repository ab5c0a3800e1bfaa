import { verbCommand } from '../src/app/verb-command.ts';

export const end = verbCommand('end', 'End your turn or activation');
