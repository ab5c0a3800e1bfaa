import type { Importer } from '../../../rules/spreadsheet.ts';
import { foundryImporter } from './foundry.ts';
import { ratingListImporter } from './rating-list.ts';

/** What other tools write that Straalara can take. */
export const importers: readonly Importer[] = [foundryImporter, ratingListImporter];
