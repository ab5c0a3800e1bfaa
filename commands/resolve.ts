import { verbCommand } from '../src/app/verb-command.ts';

export const resolve = verbCommand('resolve', 'Let the segments run until a decision is needed or the round ends');
