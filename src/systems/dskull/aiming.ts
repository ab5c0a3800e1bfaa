import type { Square } from '../../rules/grid/square.ts';
import { aimed, shotFault } from './attack.ts';
import { wielded } from './attack-actions.ts';
import { around, onBoard, same } from './board.ts';
import { type Terrain, terrainOf } from './engagement.ts';
import { shotAt } from './ranged.ts';
import { type Acting, actingIn, copiesOf, figuresOf, hostile, weaponOf } from './seats.ts';
import type { Figure, State, Weapon } from './state.ts';

interface Aiming extends Acting {
  readonly terrain: Terrain;
  /** The selected weapons that may strike now: area weapons, or the others. */
  readonly weapons: readonly Weapon[];
}

/** The acting warrior with what it could strike with; `only` one weapon where one is named. */
const aiming = (state: State, area: boolean, only?: unknown): Aiming | undefined => {
  const acting = actingIn(state);
  const terrain = terrainOf(state);
  if (!acting || !terrain) return undefined;
  const weapons = acting.activation.active
    .filter((id) => (only === undefined || only === id) && wielded(state.settings, acting, id, area).ok)
    .flatMap((id) => weaponOf(acting.warrior, id) ?? []);
  return { ...acting, terrain, weapons };
};

export const foesOf = (state: State, warrior: Figure): readonly Figure[] =>
  figuresOf(state).filter((foe) => hostile(state, foe, warrior));

/** The foes that a selected weapon, or just this one, could strike from where the acting warrior stands. */
export const inAim = (state: State, only?: unknown): readonly Figure[] => {
  const found = aiming(state, false, only);
  if (found === undefined) return [];
  const { warrior, activation, terrain, weapons } = found;
  return foesOf(state, warrior)
    .filter((foe) => copiesOf(foe, 'awe-inspiring') === 0 || activation.dared[foe.id] === 'passed')
    .filter((foe) => weapons.some((weapon) => aimed(terrain, warrior, foe, weapon).ok));
};

/** The selected weapons that may strike now, and strike this foe where one is named. */
export const strikers = (state: State, area: boolean, foe?: Figure): readonly Weapon[] => {
  const found = aiming(state, area);
  if (found === undefined) return [];
  const { warrior, terrain, weapons } = found;
  return weapons.filter((weapon) => foe === undefined || aimed(terrain, warrior, foe, weapon).ok);
};

/** Spaces on which a blast would strike a foe: its own, or one beside it where its own cannot be aimed at. */
export const blastSpaces = (state: State, only?: unknown): readonly { readonly at: Square; readonly foe: string }[] => {
  const found = aiming(state, true, only);
  const { board } = state;
  if (found === undefined || board === undefined) return [];
  const { warrior, terrain, weapons } = found;
  const canAim = (at: Square): boolean =>
    onBoard(board, at) &&
    !same(at, warrior.at) &&
    weapons.some((weapon) => shotFault(terrain, shotAt(terrain, warrior, weapon, at, undefined)).ok);
  return foesOf(state, warrior).flatMap(({ id, at }) => {
    const space = [at, ...around(at)].find(canAim);
    return space === undefined ? [] : [{ at: space, foe: id }];
  });
};
