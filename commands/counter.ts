import { verbCommand } from '../src/app/verb-command.ts';

export const counter = verbCommand(
  'counter',
  'Take a counter position: a melee attack you see and that misses is answered; ends the turn',
);
