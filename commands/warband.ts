import type { Command } from '../src/app/commands/command.ts';
import { dskull } from '../src/systems/dskull/index.ts';
import { warbandEditorCommand } from './warband/make.ts';
import { savedWarbandCommands } from './warband/saved-warbands.ts';
import { warbandTextCommands } from './warband/text-commands.ts';

/** A player's warbands of dSkull Skirmish: built, checked, kept, handed on. */
export const warbandCommands: readonly Command[] = [
  ...[...warbandTextCommands, ...savedWarbandCommands].map((each) => ({ ...each, systems: [dskull.id] })),
  warbandEditorCommand,
];
