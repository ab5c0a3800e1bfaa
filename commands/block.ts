import { verbCommand } from '../src/app/verb-command.ts';

export const block = verbCommand('block', 'Block the movement that is being made, or let it pass');
