import { verbCommand } from '../src/app/verb-command.ts';

export const next = verbCommand('next', 'Let the next thing happen');
