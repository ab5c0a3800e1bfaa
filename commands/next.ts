import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const next = defineVerbCommand('next', 'Let the next thing happen');
