import type { OpenBattle } from '../saved/open-battle.ts';

/** Works out something of an open battle once for each reader: neither ever changes. */
export const cachedPerReader = <T>(
  work: (battle: OpenBattle, user: string | undefined) => T,
): ((battle: OpenBattle, user?: string) => T) => {
  const done = new WeakMap<OpenBattle, Map<string | undefined, T>>();
  return (battle, user) => {
    const of = done.get(battle) ?? new Map<string | undefined, T>();
    const there = of.get(user);
    if (there !== undefined) return there;
    const found = work(battle, user);
    of.set(user, found);
    done.set(battle, of);
    return found;
  };
};
