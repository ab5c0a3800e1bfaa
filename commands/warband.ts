import type { Command } from '../src/app/command-kit/command.ts';
import { dskull } from '../src/systems/dskull/index.ts';
import { buildWarband, warbandEditorCommand } from './warband/make.ts';

/** The form of dSkull Skirmish’s warbands. */
export const warbandCommands: readonly Command[] = [{ ...buildWarband, systems: [dskull.id] }, warbandEditorCommand];
