import { verbCommand } from '../src/app/verb-command.ts';

export const initiative = verbCommand('initiative', 'Roll initiative');
