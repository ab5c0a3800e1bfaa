import { memoizeByObject } from '../../core/memoize.ts';
import type { OpenBattle } from '../saved/open-battle.ts';

/** Those of a battle who are hidden, or whose seat is. */
export const hiddenCombatants = memoizeByObject(({ saved: { table }, game }: OpenBattle) => {
  const { hidden } = table;
  return Object.keys(hidden).length === 0
    ? []
    : game.roster().filter(({ id, actor }) => hidden[id] !== undefined || hidden[actor] !== undefined);
});

/** Those of whom the side of an actor that the GM runs must know nothing: the GM's foes do not see whom the players hide. */
export const hiddenFromSide = (battle: OpenBattle, actor: string): readonly string[] => {
  const hidden = hiddenCombatants(battle);
  const isIt = (each: { readonly id: string; readonly actor: string }): boolean =>
    each.id === actor || each.actor === actor;
  const { side } = hidden.find(isIt) ?? battle.game.roster().find(isIt) ?? {};
  return hidden
    .filter((each) => each.actor !== actor && (side === undefined || each.side !== side))
    .flatMap((each) => (battle.saved.table.hidden[each.actor] === undefined ? [each.id] : [each.id, each.actor]));
};
