import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const next = defineVerbCommand('next', 'Continue to the next step');
