import type { Command } from '../src/app/commands/command.ts';
import { dskull } from '../src/systems/dskull/index.ts';
import { buildWarband, warbandEditorCommand } from './warband/make.ts';
import { savedWarbandCommands } from './warband/saved-warbands.ts';

/** A player's warbands of dSkull Skirmish: built, checked, kept, handed on. */
export const warbandCommands: readonly Command[] = [
  ...[buildWarband, ...savedWarbandCommands].map((each) => ({ ...each, systems: [dskull.id] })),
  warbandEditorCommand,
];
