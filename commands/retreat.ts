import { verbCommand } from '../src/app/verb-command.ts';

export const retreat = verbCommand('retreat', 'Declare a retreat: the next movement may leave the melee');
