import { verbCommand } from '../src/app/verb-command.ts';

export const move = verbCommand('move', 'Move');
