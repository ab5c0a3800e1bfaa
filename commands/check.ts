import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const check = defineVerbCommand('check', 'Roll a check', { words: { skill: 'Which skill or ability' } });
