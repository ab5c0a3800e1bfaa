import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const check = defineVerbCommand('check', 'Make a check', { words: { skill: 'Which skill or ability' } });
