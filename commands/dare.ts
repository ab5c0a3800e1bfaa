import { verbCommand } from '../src/app/verb-command.ts';

export const dare = verbCommand('dare', 'Dare an awe-inspiring foe with a Morale test, before anything else');
