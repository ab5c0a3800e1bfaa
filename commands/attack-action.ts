import { verbCommand } from '../src/app/verb-command.ts';

export const attackAction = verbCommand('attack-action', 'Take an Attack action: gain attacks to make when you like');
