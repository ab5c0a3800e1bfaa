import { ok, ref, refuse } from '../../../core/message.ts';
import { attackPoolKey, attacksLeft, calculateAttackGains, takeAttackAction } from '../activation/attack-actions.ts';
import { matchWeapons } from '../activation/weapons.ts';
import type { Settings } from '../settings.ts';
import {
  type ActingWarrior,
  type CheckResult,
  type Draft,
  event,
  findActingWarrior,
  type PartialRuling,
  update,
  updateActivation,
  type Weapon,
  warriorOrSeatId,
} from '../state.ts';
import { fireTriggers } from '../triggers/triggers.ts';

const withChargeSpent = (weapon: Weapon): Weapon =>
  weapon.chargesLeft === undefined ? weapon : { ...weapon, chargesLeft: Math.max(0, weapon.chargesLeft - 1) };

/** DS-ATK-7, step 2. */
export const attackPaid = event(
  'attack-paid',
  { warrior: warriorOrSeatId, weapon: warriorOrSeatId, pool: warriorOrSeatId },
  {
    apply: (state, { warrior, weapon, pool }) =>
      updateActivation(
        update(state, warrior, ({ weapons }) =>
          weapons.some((one) => one.id === weapon && one.chargesLeft !== undefined)
            ? { weapons: weapons.map((one) => (one.id === weapon ? withChargeSpent(one) : one)) }
            : {},
        ),
        (now) => ({
          ...now,
          started: true,
          attacks: { ...now.attacks, [pool]: Math.max(0, (now.attacks[pool] ?? 0) - 1) },
        }),
      ),
    narrate: () => undefined,
  },
);

/** What is struck with, and whether an Attack action must be taken first (DS-ATK-5). */
export interface WieldedWeapon {
  readonly weapon: Weapon;
  readonly needsAttackAction: boolean;
}

/** DS-CMD-9, DS-CMD-10. The weapon of an attack and that it may strike now: the first checks of `attack` and `blast`. */
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

/**
 * DS-ATK-7 (2), DS-ATK-13. Takes the attack out of the pool, with an Attack action first where one is due, declares it, and strikes
 * where effects have not stopped it.
 */
export function* makeAttack(
  draft: Draft,
  { weapon, needsAttackAction }: WieldedWeapon,
  strike: () => PartialRuling,
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
  yield* strike();
  yield* fireTriggers(draft, 'after', 'attack.declare', id);
}
