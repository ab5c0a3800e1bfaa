import { verbCommand } from '../src/app/verb-command.ts';

export const stance = verbCommand(
  'stance',
  'Choose your next stance ahead of time; it stays sealed until you nominate',
);
