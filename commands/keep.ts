import { verbCommand } from '../src/app/verb-command.ts';

export const keep = verbCommand('keep', 'Strike the defender all the same, as declared');
