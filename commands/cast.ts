import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const cast = defineVerbCommand('cast', 'Cast a spell', { words: { target: 'Who to cast it on' } });
