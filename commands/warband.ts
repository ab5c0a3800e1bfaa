import type { Command } from '../src/app/commands/command.ts';
import { dskull } from '../src/systems/dskull/index.ts';
import { make } from './warband/make.ts';
import { savedCommands } from './warband/saved-warbands.ts';
import { typedCommands } from './warband/text-commands.ts';

/** A player's warbands of dSkull Skirmish: built, checked, kept, handed on. */
export const warbandCommands: readonly Command[] = [
  ...[...typedCommands, ...savedCommands].map((each) => ({ ...each, systems: [dskull.id] })),
  make,
];
