import { verbCommand } from '../src/app/verb-command.ts';

export const minor = verbCommand(
  'minor',
  'Take a Minor Action: handle a weapon, stand up, use a feat, end a spell, mount',
);
