import { verbCommand } from '../src/app/verb-command.ts';

export const herb = verbCommand('herb', 'Use a medicinal herb: ten minutes, outside combat');
