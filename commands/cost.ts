import { defineQueryCommand } from '../src/app/commands/query-command.ts';

export const cost = defineQueryCommand('cost', 'What a path costs, step by step', { path: 'The way, like D4 D5 E5' });
