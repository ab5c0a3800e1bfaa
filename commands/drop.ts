import { verbCommand } from '../src/app/verb-command.ts';

export const drop = verbCommand('drop', 'Choose which dice are removed from a roll');
