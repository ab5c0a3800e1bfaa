import { verbCommand } from '../src/app/verb-command.ts';

export const major = verbCommand('major', 'Take another Major Action: stow, pick up, hand over, accessories, mount');
