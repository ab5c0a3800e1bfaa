import { verbCommand } from '../src/app/commands/verb-command.ts';

export const tactics = verbCommand('tactics', 'Run the Tactics tests of the round');
