import { verbCommand } from '../src/app/verb-command.ts';

export const surrender = verbCommand('surrender', 'Surrender, alone or with the whole side');
