import type { Importer } from '../../../rules/imports.ts';
import { foundry } from './foundry.ts';
import { inconnu } from './inconnu.ts';
import { ratingList } from './rating-list.ts';

/** What other tools write that Straalara can take. */
export const importers: readonly Importer[] = [foundry, inconnu, ratingList];
