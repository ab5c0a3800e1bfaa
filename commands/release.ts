import { verbCommand } from '../src/app/verb-command.ts';

export const release = verbCommand('release', 'Stop defending an ally; free, in anybody’s turn');
