import type { OpenBattle } from '../../battle/saved/store.ts';
import { isGm } from '../../battle/views/viewer.ts';
import { normalizeName, type Refusal } from '../../core/message.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { LibraryServices } from '../services.ts';
import { libraryEntries } from './libraries.ts';

/** Is a table that is kept called like one of a rulebook: `grievous`, or `Grievous wounds`? */
export const isNamedLikeTable = (kept: string, table: string): boolean => {
  const key = normalizeName(kept);
  return key === normalizeName(table) || key.startsWith(`${normalizeName(table)} `);
};

/** A refusal that a table is not there, with the one that the GM keeps under such a name; nothing where there is none. */
export const suggestSavedTable = async (
  asker: Asker,
  { ruleset, saved }: OpenBattle,
  { code, facts }: Refusal,
  services: LibraryServices,
): Promise<Refusal | undefined> => {
  const { gmTables } = ruleset;
  const table = gmTables?.names.find((each) => each === facts.table);
  if (gmTables?.missingCode !== code || table === undefined || !isGm(saved.table, asker.user)) return undefined;
  const kept = (await libraryEntries(asker, ['table'], {}, services)).find(({ head }) =>
    isNamedLikeTable(head.name, table),
  );
  return kept && { code, facts: { ...facts, kept: kept.head.name } };
};
