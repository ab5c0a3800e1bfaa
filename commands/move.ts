import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const move = defineVerbCommand('move', 'Move', { words: { path: 'The way, like D4 D5 E5' } });
