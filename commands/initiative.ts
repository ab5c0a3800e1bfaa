import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const initiative = defineVerbCommand('initiative', 'Roll initiative');
