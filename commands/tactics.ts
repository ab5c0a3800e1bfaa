import { verbCommand } from '../src/app/verb-command.ts';

export const tactics = verbCommand('tactics', 'Run the Tactics tests of the round');
