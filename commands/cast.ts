import { verbCommand } from '../src/app/commands/verb-command.ts';

export const cast = verbCommand('cast', 'Cast a spell', { words: { target: 'On whom' } });
