import type { OpenBattle } from '../saved/open-battle.ts';

/** Is this person away at the moment the battle was opened? */
export const isAway = ({ saved: { table }, at }: OpenBattle, user: string): boolean => (table.away[user] ?? 0) > at;

/** Who runs a combatant or seat: a player, or the GM. */
export const runnerOf = ({ saved: { table } }: OpenBattle, actor: string): string => table.control[actor] ?? table.gm;

/** The standing order of a combatant or seat for a kind of question or move; while its owner is away, those for then come first. */
export const standingFor = (battle: OpenBattle, actor: string, kind: string): string | undefined => {
  const { standing, awayOrders } = battle.saved.table;
  const absent = isAway(battle, runnerOf(battle, actor)) ? awayOrders[actor]?.[kind] : undefined;
  return absent ?? standing[actor]?.[kind];
};
