import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const tactics = defineVerbCommand('tactics', 'Make the Tactics tests of the round');
