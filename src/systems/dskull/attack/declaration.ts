import { z } from 'zod';
import { counted, ok, phrase, ref, refuse, say } from '../../../core/message.ts';
import { formatSquare, type Square } from '../../../rules/grid/square.ts';
import { createOffer, squareOffer } from '../../../rules/verb.ts';
import { attackPoolKey, attacksLeft, calculateAttackGains, takeAttackAction } from '../activation/actions.ts';
import { matchWeapons } from '../activation/weapons.ts';
import { isOnBoard, isSameSquare, neighboursOf } from '../board/board.ts';
import { foesOf, noOffers, offersForCurrentPlayer, warriorOffer } from '../checks.ts';
import { createTerrain, type Terrain } from '../engagement.ts';
import { breakableObjects } from '../harm/hazards.ts';
import type { Settings } from '../settings.ts';
import {
  type ActingWarrior,
  type CheckResult,
  type Draft,
  event,
  type Figure,
  findActingWarrior,
  findByName,
  findWeapon,
  isFigure,
  type PartialRuling,
  type State,
  traitCopies,
  update,
  updateActivation,
  type Weapon,
} from '../state.ts';
import { fireTriggers } from '../triggers/triggers.ts';
import { calculateShot, requireShotInRange, requireTargetInReach } from './steps.ts';

const withChargeSpent = (weapon: Weapon): Weapon =>
  weapon.chargesLeft === undefined ? weapon : { ...weapon, chargesLeft: Math.max(0, weapon.chargesLeft - 1) };

/** A declared attack uses up one attack of the pool and one charge. DS-ATK-7. */
export const attackPaid = event('attack-paid', {
  facts: { warrior: z.string(), weapon: z.string(), pool: z.string() },
  apply: (state, { warrior, weapon, pool }) =>
    updateActivation(
      update(state, warrior, ({ weapons }) =>
        weapons.some((one) => one.id === weapon && one.chargesLeft !== undefined)
          ? { weapons: weapons.map((one) => (one.id === weapon ? withChargeSpent(one) : one)) }
          : {},
      ),
      (now) => ({
        started: true,
        attacks: { ...now.attacks, [pool]: Math.max(0, (now.attacks[pool] ?? 0) - 1) },
      }),
    ),
});

/** The attacking weapon, and whether an Attack action must be taken first. DS-ATK-5. */
interface WieldedWeapon {
  readonly weapon: Weapon;
  readonly needsAttackAction: boolean;
}

/** Finds the weapon for `attack` or `blast` and checks that it may attack now. DS-CMD-9, DS-CMD-10. */
export const requireWieldedWeapon = (
  settings: Settings,
  { activation, warrior }: ActingWarrior,
  name: string | undefined,
  area: boolean,
): CheckResult<WieldedWeapon> => {
  const { active, primary, actions } = activation;
  const wanted = name ?? active.find((id) => attacksLeft(settings, activation, id) > 0) ?? primary;
  const owned = wanted === undefined ? [] : matchWeapons(warrior.weapons, wanted);
  if (owned.length === 0) return refuse('E_WEAPON_UNKNOWN', { warrior: ref(warrior.id), weapon: wanted });
  const ready = owned.filter(({ id }) => active.includes(id));
  const full = ready.filter(({ chargesLeft }) => chargesLeft !== 0);
  const weapon = full.find(({ id }) => attacksLeft(settings, activation, id) > 0) ?? full[0] ?? ready[0];
  if (weapon === undefined) return refuse('E_WEAPON_NOT_ACTIVE', { weapon: wanted });
  if (!area && weapon.area !== undefined) return refuse('E_WEAPON_IS_AREA', { weapon: weapon.id });
  if (area && weapon.area === undefined) return refuse('E_WEAPON_NOT_AREA', { weapon: weapon.id });
  if (weapon.chargesLeft === 0) return refuse('E_NO_CHARGES', { weapon: weapon.id });
  if (attacksLeft(settings, activation, weapon.id) > 0) return ok({ weapon, needsAttackAction: false });
  if (actions === 0) return refuse('E_NO_ACTIONS', { warrior: ref(warrior.id) });
  const gains = calculateAttackGains(settings, activation, warrior, activation.attackActions + 1);
  return gains[attackPoolKey(settings, weapon.id)] === undefined
    ? refuse('E_NO_ATTACK', { weapon: weapon.id })
    : ok({ weapon, needsAttackAction: true });
};

/** Takes an attack from the pool and resolves it, unless effects cancel it. DS-ATK-7 (2), DS-ATK-13. */
export function* declareAttack(
  draft: Draft,
  { weapon, needsAttackAction }: WieldedWeapon,
  resolve: () => PartialRuling,
): PartialRuling {
  if (needsAttackAction) yield* takeAttackAction(draft, false, true);
  const acting = findActingWarrior(draft.now());
  const { settings } = draft.now();
  if (acting === undefined || attacksLeft(settings, acting.activation, weapon.id) === 0) return;
  const { id } = acting.warrior;
  draft.emit(attackPaid({ warrior: id, weapon: weapon.id, pool: attackPoolKey(settings, weapon.id) }));
  const before = yield* fireTriggers(draft, 'before', 'attack.declare', id);
  if (before.cancelled) return;
  yield* fireTriggers(draft, 'during', 'attack.declare', id);
  if (findActingWarrior(draft.now()) === undefined) return;
  yield* resolve();
  yield* fireTriggers(draft, 'after', 'attack.declare', id);
}

interface Aiming extends ActingWarrior {
  readonly terrain: Terrain;
  /** Selected weapons that may attack now: area weapons for a blast, otherwise all other weapons. */
  readonly weapons: readonly Weapon[];
}

/** The acting warrior with weapons that may attack now. Undefined if no one acts. `only`: the one weapon to use. */
const aiming = (state: State, area: boolean, only?: unknown): Aiming | undefined => {
  const acting = findActingWarrior(state);
  const terrain = createTerrain(state);
  if (!acting || !terrain) return undefined;
  const weapons = acting.activation.active
    .filter((id) => (only === undefined || only === id) && requireWieldedWeapon(state.settings, acting, id, area).ok)
    .flatMap((id) => findWeapon(acting.warrior, id) ?? []);
  return { ...acting, terrain, weapons };
};

/** Foes that a selected weapon could attack now. `only`: id of the only weapon to use. */
export const findWeaponTargets = (state: State, only?: unknown): readonly Figure[] => {
  const found = aiming(state, false, only);
  if (found === undefined) return [];
  const { warrior, activation, terrain, weapons } = found;
  return foesOf(state, warrior)
    .filter((foe) => traitCopies(foe, 'awe-inspiring') === 0 || activation.dared[foe.id] === 'passed')
    .filter((foe) => weapons.some((weapon) => requireTargetInReach(terrain, warrior, foe, weapon).ok));
};

/** Selected weapons that may attack now and, if a foe is given, reach that foe. */
const weaponsInReach = (state: State, area: boolean, foe?: Figure): readonly Weapon[] => {
  const found = aiming(state, area);
  if (found === undefined) return [];
  const { warrior, terrain, weapons } = found;
  return weapons.filter((weapon) => foe === undefined || requireTargetInReach(terrain, warrior, foe, weapon).ok);
};

/** A space to aim at, with the foe or object that the blast would hit there. */
interface BlastSpace {
  readonly at: Square;
  readonly foe?: string;
  readonly object?: string;
}

/** For each foe and object, a space to aim at: its own, otherwise one beside it. DS-AOE-1, DS-OBJ-2. */
export const blastSpaces = (state: State, only?: unknown): readonly BlastSpace[] => {
  const found = aiming(state, true, only);
  const { board } = state;
  if (found === undefined || board === undefined) return [];
  const { warrior, terrain, weapons } = found;
  const canAim = (at: Square): boolean =>
    isOnBoard(board, at) &&
    !isSameSquare(at, warrior.at) &&
    weapons.some((weapon) => requireShotInRange(terrain, calculateShot(terrain, warrior, weapon, at)).ok);
  const aims = (at: Square, hit: Omit<BlastSpace, 'at'>): readonly BlastSpace[] => {
    const space = [at, ...neighboursOf(at)].find(canAim);
    return space === undefined ? [] : [{ at: space, ...hit }];
  };
  return [
    ...foesOf(state, warrior).flatMap(({ id, at }) => aims(at, { foe: id })),
    ...breakableObjects(state).flatMap(({ name, at }) => aims(at, { object: name })),
  ];
};

/** Offers the selected weapons that may attack now. Empty if only one is selected. */
export const offerActiveWeapons = (area: boolean) =>
  offersForCurrentPlayer((state, _call, { target }) => {
    if ((findActingWarrior(state)?.activation.active.length ?? 0) < 2) return noOffers;
    const found = typeof target === 'string' ? findByName(state, target) : undefined;
    return weaponsInReach(state, area, found && isFigure(found) ? found : undefined).map(({ id, chargesLeft }) =>
      createOffer(id, chargesLeft === undefined ? id : phrase`${id} (${counted(chargesLeft, 'charge')})`),
    );
  });

/** Offers spaces at which a blast would hit a foe or an object. */
export const offerBlastSpaces = offersForCurrentPlayer((state, _call, { weapon }) =>
  blastSpaces(state, weapon).map(({ at, foe, object = '' }) => ({
    ...squareOffer(at),
    label: say`${formatSquare(at)}: ${foe === undefined ? object : ref(foe)}`,
  })),
);

/** Offers foes that a selected weapon, or the weapon typed so far, could attack. */
export const offerTargets = offersForCurrentPlayer((state, _call, { weapon }) =>
  findWeaponTargets(state, weapon).map(warriorOffer),
);
