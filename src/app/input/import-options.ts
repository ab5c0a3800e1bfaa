import { z } from 'zod';
import { textParam } from '../../rules/verb.ts';

/** Maximum length of a sheet or spreadsheet (characters). */
export const maxSheetLength = 1_048_576;

/** The options of commands that import sheets: a pasted text, or a file. */
export const importOptions = (longest: number = maxSheetLength) => ({
  json: textParam('The pasted text: JSON, a chat palette, or lines of a table', 6000).optional(),
  file: z
    .string()
    .max(longest)
    .optional()
    .meta({ description: 'A file: JSON from this bot or another tool, CSV, XML', widget: 'file' }),
});
