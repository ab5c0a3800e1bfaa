import { verbCommand } from '../src/app/verb-command.ts';

export const blast = verbCommand('blast', 'Aim an area attack at a space');
