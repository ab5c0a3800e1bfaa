import { verbCommand } from '../src/app/verb-command.ts';

export const place = verbCommand('place', 'Put combatants where they begin');
