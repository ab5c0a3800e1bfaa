import { memoizeByKey, memoizeByObject } from '../../core/memoize.ts';
import type { OpenBattle } from '../saved/open-battle.ts';

/** Works out something of an open battle once for each reader: neither ever changes. */
export const cachePerReader = <T>(
  work: (battle: OpenBattle, user: string | undefined) => T,
): ((battle: OpenBattle, user?: string) => T) => {
  const forReaders = memoizeByObject((battle: OpenBattle) =>
    memoizeByKey((user: string | undefined) => work(battle, user)),
  );
  return (battle, user) => forReaders(battle)(user);
};
