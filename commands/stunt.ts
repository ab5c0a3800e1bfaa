import { verbCommand } from '../src/app/verb-command.ts';

export const stunt = verbCommand(
  'stunt',
  'Propose something the rules do not list; nothing happens until the BM rules on it',
);
