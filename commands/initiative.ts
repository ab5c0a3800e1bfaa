import { verbCommand } from '../src/app/commands/verb-command.ts';

export const initiative = verbCommand('initiative', 'Roll initiative');
