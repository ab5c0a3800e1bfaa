import { queryCommand } from '../src/app/query-command.ts';

export const cost = queryCommand('cost', 'What a path costs, step by step');
