import { verbCommand } from '../src/app/commands/verb-command.ts';

export const move = verbCommand('move', 'Move', { words: { path: 'The way, like D4 D5 E5' } });
