import { verbCommand } from '../src/app/verb-command.ts';

export const deploy = verbCommand('deploy', 'Put warriors or everybody on the board');
