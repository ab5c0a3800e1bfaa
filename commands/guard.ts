import { verbCommand } from '../src/app/verb-command.ts';

export const guard = verbCommand(
  'guard',
  'Defend an ally who stands behind you: front attacks on it fall on you; ends the turn',
);
