import type { Viewer } from '../rules/reader.ts';
import { commandedBy, type OpenBattle } from './battle.ts';
import { isGm } from './rights.ts';

/**
 * What a person may see of a battle; without a person, what everybody may see who reads the channel. The numbers of
 * combatants that players run are open; those of the GM's are told as the GM chose.
 */
export const viewerOf = (battle: OpenBattle, user?: string): Viewer => {
  const { game } = battle;
  const { table } = battle.saved;
  const gm = user !== undefined && isGm(table, user);
  const controls = user === undefined ? [] : commandedBy(battle, user);
  const roster = game.roster();
  const ownSides = roster
    .filter(({ actor, side }) => side !== undefined && controls.includes(actor))
    .map(({ side }) => side);
  const hidden = Object.keys(table.hidden);
  const unseen = roster
    .filter(({ id, actor }) => (hidden.includes(id) || hidden.includes(actor)) && !controls.includes(actor))
    .map(({ id }) => id);
  return {
    gm,
    user,
    controls,
    knows: roster
      .filter(({ actor, side }) => table.control[actor] !== undefined || ownSides.includes(side))
      .flatMap(({ id, actor }) => (id === actor ? [id] : [id, actor])),
    unseen: gm ? [] : [...new Set([...unseen, ...hidden.filter((id) => !controls.includes(id))])],
    foes: table.telling,
  };
};
