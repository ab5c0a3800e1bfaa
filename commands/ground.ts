import { defineQueryCommand } from '../src/app/commands/query-command.ts';

export const ground = defineQueryCommand('ground', 'Show the board, or preview a drawing');
