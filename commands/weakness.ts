import { verbCommand } from '../src/app/verb-command.ts';

export const weakness = verbCommand('weakness', 'Guard the mount’s weaknesses against the enemies’ strongest caster');
