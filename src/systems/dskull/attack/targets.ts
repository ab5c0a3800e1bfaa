import { counted, phrase, ref, say } from '../../../core/message.ts';
import { formatSquare, type Square } from '../../../rules/grid/square.ts';
import type { FindParamOffers } from '../../../rules/verb.ts';
import { isOnBoard, isSameSquare, neighboursOf } from '../board/board.ts';
import { combatantOffer, createOffer, noOffers, offersForCurrentPlayer } from '../checks.ts';
import { createTerrain, type Terrain } from '../engagement.ts';
import { breakableObjects } from '../harm/objects.ts';
import { foesOf } from '../players.ts';
import {
  type ActingWarrior,
  type Figure,
  findActingWarrior,
  findByName,
  findWeapon,
  isFigure,
  type State,
  traitCopies,
  type Weapon,
} from '../state.ts';
import { requireWieldedWeapon } from './declaration.ts';
import { requireShotInRange, summarizeShot } from './ranged.ts';
import { requireTargetInReach } from './steps.ts';

interface Aiming extends ActingWarrior {
  readonly terrain: Terrain;
  /** The selected weapons that may strike now: area weapons, or the others. */
  readonly weapons: readonly Weapon[];
}

/** The acting warrior with what it could strike with; `only` one weapon where one is named. */
const aiming = (state: State, area: boolean, only?: unknown): Aiming | undefined => {
  const acting = findActingWarrior(state);
  const terrain = createTerrain(state);
  if (!acting || !terrain) return undefined;
  const weapons = acting.activation.active
    .filter((id) => (only === undefined || only === id) && requireWieldedWeapon(state.settings, acting, id, area).ok)
    .flatMap((id) => findWeapon(acting.warrior, id) ?? []);
  return { ...acting, terrain, weapons };
};

/** The foes that a selected weapon, or just this one, could strike from where the acting warrior stands. */
export const findWeaponTargets = (state: State, only?: unknown): readonly Figure[] => {
  const found = aiming(state, false, only);
  if (found === undefined) return [];
  const { warrior, activation, terrain, weapons } = found;
  return foesOf(state, warrior)
    .filter((foe) => traitCopies(foe, 'awe-inspiring') === 0 || activation.dared[foe.id] === 'passed')
    .filter((foe) => weapons.some((weapon) => requireTargetInReach(terrain, warrior, foe, weapon).ok));
};

/** The selected weapons that may strike now, and strike this foe where one is named. */
const strikers = (state: State, area: boolean, foe?: Figure): readonly Weapon[] => {
  const found = aiming(state, area);
  if (found === undefined) return [];
  const { warrior, terrain, weapons } = found;
  return weapons.filter((weapon) => foe === undefined || requireTargetInReach(terrain, warrior, foe, weapon).ok);
};

/** A space to aim at, and the foe or the object that the blast would strike there. */
interface BlastSpace {
  readonly at: Square;
  readonly foe?: string;
  readonly thing?: string;
}

/** DS-AOE-1, DS-OBJ-2. Spaces on which a blast would strike a foe or an object that can be hurt: its own, or one beside it where its own cannot be aimed at. */
export const blastSpaces = (state: State, only?: unknown): readonly BlastSpace[] => {
  const found = aiming(state, true, only);
  const { board } = state;
  if (found === undefined || board === undefined) return [];
  const { warrior, terrain, weapons } = found;
  const canAim = (at: Square): boolean =>
    isOnBoard(board, at) &&
    !isSameSquare(at, warrior.at) &&
    weapons.some((weapon) => requireShotInRange(terrain, summarizeShot(terrain, warrior, weapon, at)).ok);
  const aims = (at: Square, struck: Omit<BlastSpace, 'at'>): readonly BlastSpace[] => {
    const space = [at, ...neighboursOf(at)].find(canAim);
    return space === undefined ? [] : [{ at: space, ...struck }];
  };
  return [
    ...foesOf(state, warrior).flatMap(({ id, at }) => aims(at, { foe: id })),
    ...breakableObjects(state).flatMap(({ name, at }) => aims(at, { thing: name })),
  ];
};

/** The selected weapons that may strike now, where there is more than one to keep apart. */
export const offerActiveWeapons = (area: boolean): FindParamOffers<State> =>
  offersForCurrentPlayer((state, _call, { target }) => {
    if ((findActingWarrior(state)?.activation.active.length ?? 0) < 2) return noOffers;
    const found = typeof target === 'string' ? findByName(state, target) : undefined;
    return strikers(state, area, found && isFigure(found) ? found : undefined).map(({ id, chargesLeft }) =>
      createOffer(id, chargesLeft === undefined ? id : phrase`${id} (${counted(chargesLeft, 'charge')})`),
    );
  });

/** The spaces on which a blast would strike a foe. */
export const offerBlastSpaces: FindParamOffers<State> = offersForCurrentPlayer((state, _call, { weapon }) =>
  blastSpaces(state, weapon).map(({ at, foe, thing = '' }) =>
    createOffer(formatSquare(at), say`${formatSquare(at)}: ${foe === undefined ? thing : ref(foe)}`),
  ),
);

/** The foes that some selected weapon, or the one named so far, could strike now. */
export const offerTargets: FindParamOffers<State> = offersForCurrentPlayer((state, _call, { weapon }) =>
  findWeaponTargets(state, weapon).map(combatantOffer),
);
