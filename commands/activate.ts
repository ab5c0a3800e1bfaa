import { verbCommand } from '../src/app/verb-command.ts';

export const activate = verbCommand('activate', 'Activate one of your ready warriors');
