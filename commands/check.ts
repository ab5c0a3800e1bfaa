import { verbCommand } from '../src/app/commands/verb-command.ts';

export const check = verbCommand('check', 'Roll a check', { words: { skill: 'Which skill or ability' } });
