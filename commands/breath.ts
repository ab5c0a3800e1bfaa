import { verbCommand } from '../src/app/verb-command.ts';

export const breath = verbCommand('breath', 'Use a breath on somebody you directly face; ends the turn');
