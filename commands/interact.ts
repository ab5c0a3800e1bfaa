import { verbCommand } from '../src/app/verb-command.ts';

export const interact = verbCommand(
  'interact',
  'Take an Interact action: a door, an object of the scenario, or Medicine',
);
