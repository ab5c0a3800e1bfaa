import { libraryOperations } from './library/operations.ts';
import { save } from './library/save.ts';
import { transferCommands } from './library/transfer.ts';

/** Everything saved: each operation once, for every kind. */
export const libraryCommands = [...libraryOperations, save, ...transferCommands];
