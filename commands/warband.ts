import type { Command } from '../src/app/commands/command.ts';
import { dskull } from '../src/systems/dskull/index.ts';
import { keptCommands } from './warband/kept.ts';
import { make } from './warband/make.ts';
import { typedCommands } from './warband/typed.ts';

/** A player's warbands of dSkull Skirmish: built, checked, kept, handed on. */
export const warbandCommands: readonly Command[] = [
  ...[...typedCommands, ...keptCommands].map((each) => ({ ...each, systems: [dskull.id] })),
  make,
];
