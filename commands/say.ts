import { verbCommand } from '../src/app/verb-command.ts';

export const say = verbCommand('say', 'Speak in your combatant’s voice; free at any time');
