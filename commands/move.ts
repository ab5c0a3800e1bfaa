import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const move = defineVerbCommand('move', 'Move', { words: { path: 'The path, like D4 D5 E5' } });
