import { dskull, emptyWarband, parseWeapons, withWarrior } from '../../src/systems/dskull/index.ts';
import type { WarriorChanges } from '../systems/dskull/inner.ts';
import type { House } from './house.ts';

/** Adds warriors to a user's draft of a warband. */
export const draftWarband = async (
  { stores }: Pick<House, 'stores'>,
  owner: string,
  ...warriors: readonly (Omit<WarriorChanges, 'weapons'> & { readonly weapons?: string })[]
): Promise<void> => {
  const sheet = warriors.reduce((warband, { weapons = '', ...parts }) => {
    const read = parseWeapons(weapons);
    return withWarrior(warband, { ...parts, weapons: read.ok ? read.value : [] });
  }, emptyWarband('Warband'));
  const { id: system, editions } = dskull;
  const edition = editions.present;
  await stores.characters.save({
    ...{ id: `draft of ${owner}`, owner, guild: 'guild', system, name: 'draft', sheet, edition, updatedAt: 1 },
  });
};
