import { verbCommand } from '../src/app/verb-command.ts';

export const ask = verbCommand('ask', 'Ask the BM something before everybody; free at any time');
