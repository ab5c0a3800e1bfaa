import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import { isGm } from '../../battle/views/permissions.ts';
import type { Refusal } from '../../core/refusal.ts';
import { nameKey } from '../../core/text.ts';
import type { Asker } from '../commands/asker.ts';
import type { Services } from '../services.ts';
import { libraryEntries } from './libraries.ts';

/** Is a table that is kept called like one of a rulebook: `grievous`, or `Grievous wounds`? */
export const isForTable = (kept: string, table: string): boolean => {
  const key = nameKey(kept);
  return key === nameKey(table) || key.startsWith(`${nameKey(table)} `);
};

/** A refusal that a table is not there, with the one that the GM keeps under such a name; nothing where there is none. */
export const suggestSavedTable = async (
  asker: Asker,
  { ruleset, saved }: OpenBattle,
  { code, facts }: Refusal,
  services: Services,
): Promise<Refusal | undefined> => {
  const { ownTables } = ruleset;
  const table = ownTables?.names.find((each) => each === facts.table);
  if (ownTables?.missing !== code || table === undefined || !isGm(saved.table, asker.user)) return undefined;
  const kept = (await libraryEntries(asker, ['table'], {}, services)).find(({ head }) => isForTable(head.name, table));
  return kept && { code, facts: { ...facts, kept: kept.head.name } };
};
