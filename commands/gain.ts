import { verbCommand } from '../src/app/verb-command.ts';

export const gain = verbCommand('gain', 'Take a Movement action: gain movement points');
