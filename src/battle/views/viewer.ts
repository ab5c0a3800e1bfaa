import type { Viewer } from '../../rules/reader.ts';
import { controlledCombatants } from './control.ts';
import { mayReadRoll } from './hidden-rolls.ts';
import { cachePerReader } from './per-reader-cache.ts';
import { isGm } from './permissions.ts';

/**
 * What a person may see of a battle; without a person, what everybody may see who reads the channel. The numbers of
 * combatants that players run are open; those of the GM's are told as the GM chose.
 */
export const viewerOf = cachePerReader((battle, user): Viewer => {
  const { game } = battle;
  const { table } = battle.saved;
  const gm = user !== undefined && isGm(table, user);
  const controls = user === undefined ? [] : controlledCombatants(battle, user);
  const [own, hidden] = [new Set(controls), new Set(Object.keys(table.hidden))];
  const roster = game.roster();
  const ownSides = new Set(
    roster.filter(({ actor, side }) => side !== undefined && own.has(actor)).map(({ side }) => side),
  );
  const mine = new Set([...own, ...roster.filter(({ actor }) => own.has(actor)).map(({ id }) => id)]);
  const unseen = roster
    .filter(({ id, actor }) => (hidden.has(id) || hidden.has(actor)) && !mine.has(id))
    .map(({ id }) => id);
  return {
    gm,
    user,
    controls,
    knows: roster
      .filter(({ actor, side }) => table.control[actor] !== undefined || ownSides.has(side))
      .flatMap(({ id, actor }) => (id === actor ? [id] : [id, actor])),
    unseen: gm ? [] : [...new Set([...unseen, ...[...hidden].filter((id) => !mine.has(id))])],
    foes: table.telling,
    hiddenFromOthers: gm ? unseen : [],
    hiddenStrokes: (table.undrawn ?? []).filter((each) => !mayReadRoll(battle, each, user)).map(({ kind }) => kind),
    gmControlled: gm
      ? []
      : [
          ...new Set(
            roster.filter(({ actor }) => table.control[actor] === undefined).flatMap(({ id, actor }) => [id, actor]),
          ),
        ],
  };
});
