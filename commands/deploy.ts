import { verbCommand } from '../src/app/commands/verb-command.ts';

export const deploy = verbCommand('deploy', 'Put warriors or everybody on the board');
