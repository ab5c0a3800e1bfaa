import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const tactics = defineVerbCommand('tactics', 'Run the Tactics tests of the round');
