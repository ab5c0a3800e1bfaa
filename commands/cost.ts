import { defineQueryCommand } from '../src/app/commands/query-command.ts';

export const cost = defineQueryCommand('cost', 'Show what a path costs, step by step', {
  path: 'The path, like D4 D5 E5',
});
