import { z } from 'zod';
import { textParam } from '../../rules/verb.ts';

/** The longest text that may be a sheet or a table of sheets, in characters. */
export const maxSheetLength = 1_048_576;

/** The options of every command that takes sheets: a text that is pasted, or a file of so many bytes. */
export const importOptions = (longest: number = maxSheetLength) => ({
  json: textParam('The pasted text: JSON, a chat palette, or lines of a table', 6000).optional(),
  file: z
    .string()
    .max(longest)
    .optional()
    .meta({ description: 'A file: JSON from this bot or another tool, CSV, XML', widget: 'file' }),
});
