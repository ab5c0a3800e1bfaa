import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Code } from './refusals.ts';
import { type Acting, actingIn, weaponOf } from './seats.ts';
import type { Settings } from './settings.ts';
import type { Activation, Draft, Figure, Part, Weapon } from './state.ts';
import { fire } from './triggers.ts';
import { meant } from './weapons.ts';

/** DS-ATK-1 to DS-ATK-3, DS-ATK-14. What an Attack action with this number adds to the pool. */
export const attackGains = (
  { attack }: Settings,
  { active, primary }: Pick<Activation, 'active' | 'primary'>,
  warrior: Pick<Figure, 'weapons'>,
  ordinal: number,
): Record<string, number> => {
  if (attack.perAction === 'one-chosen') return { any: 1 };
  const column = ordinal % 2 === 1 ? 0 : 1;
  const gains: Record<string, number> = {};
  for (const { id, apr } of warrior.weapons) {
    if (!active.includes(id)) continue;
    const gain = attack.tables[id === primary ? 'primary' : 'secondary'][String(apr)]?.[column] ?? 0;
    if (gain > 0) gains[id] = gain;
  }
  return gains;
};

/** DS-ATK-4, DS-ATK-14. Where this weapon's attacks are kept in the pool. */
export const poolKey = ({ attack }: Settings, weapon: string): string =>
  attack.perAction === 'one-chosen' ? 'any' : weapon;

export const attacksLeft = (settings: Settings, { attacks }: Activation, weapon: string): number =>
  attacks[poolKey(settings, weapon)] ?? 0;

/** DS-ACT-6, DS-TAC-7. Takes an Attack action, paid or free, `opens`: for an attack that is made at once. Whether it may be taken is checked before. */
export function* takeAttackAction(draft: Draft, free: boolean, opens?: true): Part {
  const acting = actingIn(draft.now());
  if (acting === undefined) return;
  const { id } = acting.warrior;
  // biome-ignore lint/correctness/useYield: a phase may ask, this part of it does not
  const gaining = function* (): Part {
    const now = actingIn(draft.now());
    if (now === undefined) return;
    const ordinal = now.activation.attackActions + 1;
    const gains = attackGains(draft.now().settings, now.activation, now.warrior, ordinal);
    draft.emit({ type: 'attacks-gained', warrior: id, ordinal, gains, free, ...(opens && { opens }) });
  };
  if (free) return yield* gaining();
  yield* spendAction(draft, id, 'attack', gaining);
}

/** DS-ACT-4. Pays an action and does what it is for; an effect that stops the paying stops both (DS-TRIG-7). */
export function* spendAction(
  draft: Draft,
  warrior: string,
  on: 'move' | 'attack' | 'interact',
  then: () => Part,
): Part {
  const before = yield* fire(draft, 'before', 'action.spend', warrior);
  if (before.cancelled) return;
  draft.emit({ type: 'action-spent', warrior, on });
  yield* fire(draft, 'during', 'action.spend', warrior);
  yield* then();
  yield* fire(draft, 'after', 'action.spend', warrior);
}

/** What is struck with, and whether an Attack action must be taken first (DS-ATK-5). */
export interface Wielded {
  readonly weapon: Weapon;
  readonly opens: boolean;
}

/** DS-CMD-9, DS-CMD-10. The weapon of an attack and that it may strike now: the first checks of `attack` and `blast`. */
export const wielded = (
  settings: Settings,
  { activation, warrior }: Acting,
  name: string | undefined,
  area: boolean,
): Result<Wielded, Refusal<Code>> => {
  const { active, primary, actions } = activation;
  const usual = active.find((id) => attacksLeft(settings, activation, id) > 0) ?? primary;
  const wanted = name ?? usual;
  const owned = wanted === undefined ? [] : meant(warrior.weapons, wanted);
  if (owned.length === 0) return refuse('E_WEAPON_UNKNOWN', { warrior: ref(warrior.id), weapon: wanted ?? 'a weapon' });
  const ready = owned.filter(({ id }) => active.includes(id));
  const full = ready.filter(({ chargesLeft }) => chargesLeft !== 0);
  const weapon = full.find(({ id }) => attacksLeft(settings, activation, id) > 0) ?? full[0] ?? ready[0];
  if (weapon === undefined) return refuse('E_WEAPON_NOT_ACTIVE', { weapon: wanted ?? '' });
  if (!area && weapon.area !== undefined) return refuse('E_WEAPON_IS_AREA', { weapon: weapon.id });
  if (area && weapon.area === undefined) return refuse('E_WEAPON_NOT_AREA', { weapon: weapon.id });
  if (weapon.chargesLeft === 0) return refuse('E_NO_CHARGES', { weapon: weapon.id });
  if (attacksLeft(settings, activation, weapon.id) > 0) return ok({ weapon, opens: false });
  if (actions === 0) return refuse('E_NO_ACTIONS', { warrior: ref(warrior.id) });
  const gains = attackGains(settings, activation, warrior, activation.attackActions + 1);
  return gains[poolKey(settings, weapon.id)] === undefined
    ? refuse('E_NO_ATTACK', { weapon: weapon.id })
    : ok({ weapon, opens: true });
};

/**
 * DS-ATK-7 (2), DS-ATK-13. Takes the attack out of the pool, with an Attack action first where one is due, and declares it.
 * Gives back who attacks, or nothing where effects have stopped it.
 */
export function* payAttack(draft: Draft, { weapon, opens }: Wielded): Part<string | undefined> {
  if (opens) yield* takeAttackAction(draft, false, true);
  const acting = actingIn(draft.now());
  if (acting === undefined) return undefined;
  const { settings } = draft.now();
  if (attacksLeft(settings, acting.activation, weapon.id) === 0) return undefined;
  const pool = poolKey(settings, weapon.id);
  draft.emit({ type: 'attack-paid', warrior: acting.warrior.id, weapon: weapon.id, pool });
  const { id } = acting.warrior;
  const before = yield* fire(draft, 'before', 'attack.declare', id);
  if (before.cancelled) return undefined;
  yield* fire(draft, 'during', 'attack.declare', id);
  return actingIn(draft.now()) !== undefined && weaponOf(acting.warrior, weapon.id) !== undefined ? id : undefined;
}
