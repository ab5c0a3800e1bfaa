import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const deploy = defineVerbCommand('deploy', 'Put warriors or everybody on the board');
