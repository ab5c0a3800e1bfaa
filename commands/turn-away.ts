import { verbCommand } from '../src/app/verb-command.ts';

export const turnAway = verbCommand('turn-away', 'Leave a desperate defender alone and do something else');
