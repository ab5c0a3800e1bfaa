import { verbCommand } from '../src/app/verb-command.ts';

export const move = verbCommand('move', 'Move', { words: { path: 'The way, like D4 D5 E5' } });
