import { verbCommand } from '../src/app/verb-command.ts';

export const knowledge = verbCommand('knowledge', 'Recall what is known of a monster');
