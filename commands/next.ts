import { verbCommand } from '../src/app/commands/verb-command.ts';

export const next = verbCommand('next', 'Let the next thing happen');
