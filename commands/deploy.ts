import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const deploy = defineVerbCommand('deploy', 'Put one warrior or all warriors on the board');
