import { free, type Table } from './table.ts';

/** Ann is behind Bob on a bridge, before two Zombies. The first one can attack Ann past Bob. */
export const onTheBridge = async ({ gwen, ann, bob, typed, said }: Table): Promise<void> => {
  await typed(gwen, '/battle create', { system: 'skure', name: free('The old bridge'), size: free('10x10') });
  await typed(ann, '/battle join', { preset: 'Osric Fenn, longbowman', side: free('red') });
  await typed(bob, '/battle join', { preset: 'Berit Stone, tower guard', side: 'red' });
  await typed(gwen, '/npc add', { preset: 'Zombie', count: 2, side: free('blue') });
  const squares = [
    ['Ann', 'D5', 'E'],
    ['Bob', 'E5', 'E'],
    ['Zombie 1', 'E4', 'SW'],
    ['Zombie 2', 'H5', 'W'],
  ] as const;
  for (const [target, to, facing] of squares) await typed(gwen, '/battle place', { target, to: free(to), facing });
  await said(() => typed(gwen, '/battle start'));
};

/** The orders of a battle's log, by the ids of the interactions that gave them. */
export const logOf = async ({ on, place }: Table) => {
  const battle = await on.stores.battles.byChannel(place.id);
  return battle === undefined ? [] : on.stores.battles.log(battle);
};
