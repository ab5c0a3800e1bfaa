import { defineVerbCommand } from '../src/app/commands/verb-command.ts';

export const aim = defineVerbCommand('aim', 'Aim at an enemy in front view to strike it better later; ends the turn');
