import { memoizeByKey, memoizeByObject } from '../../core/memoize.ts';
import type { Viewer } from '../../rules/reader.ts';
import type { OpenBattle } from '../saved/store.ts';
import { mayReadRoll } from './hidden-rolls.ts';
import { controlledCombatants, isGm } from './permissions.ts';

/** Works out something of an open battle once for each reader: neither ever changes. */
export const cachePerReader = <T>(
  work: (battle: OpenBattle, user: string | undefined) => T,
): ((battle: OpenBattle, user?: string) => T) => {
  const forReaders = memoizeByObject((battle: OpenBattle) =>
    memoizeByKey((user: string | undefined) => work(battle, user)),
  );
  return (battle, user) => forReaders(battle)(user);
};

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

/** True if what is said of this actor must not be said before everybody. */
export const isGmOnly = (battle: OpenBattle, actor: string): boolean => viewerOf(battle).unseen.includes(actor);
