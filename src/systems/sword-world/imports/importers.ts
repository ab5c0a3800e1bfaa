import type { Importer } from '../../../rules/imports.ts';
import { ytsheet } from './ytsheet.ts';

/** What other tools write that Sword World can take. */
export const importers: readonly Importer[] = [ytsheet];
