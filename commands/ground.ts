import { queryCommand } from '../src/app/commands/query-command.ts';

export const ground = queryCommand('ground', 'Show the board, or look at a drawing before it is taken');
