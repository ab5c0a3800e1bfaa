import type { Importer } from '../../../rules/imports.ts';
import { ccfolia, chatPaletteImporter } from './ccfolia.ts';
import { foundry } from './foundry.ts';
import { udonarium } from './udonarium.ts';
import { ytsheet } from './ytsheet.ts';

/** What other tools write that Sword World can take. */
export const importers: readonly Importer[] = [ytsheet, ccfolia, foundry, udonarium, chatPaletteImporter];
