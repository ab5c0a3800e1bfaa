import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { hostilesIn, isTrapped } from './field.ts';
import type { State, Unit } from './model.ts';
import type { Code } from './refusals.ts';
import { company, headsOf, hostile, meleeOf, skirmishAround, standingOf, unitAble } from './units.ts';

/** SW-RETREAT-1, SW-RETREAT-10. Is there anything to retreat from, and a way out? */
export const mayRetreat = (state: State, unit: Unit): Result<true, Refusal<Code>> => {
  const held =
    state.settings.mode === 'simplified'
      ? unit.area !== undefined && hostilesIn(state, unit.area, unit).length > 0
      : meleeOf(state, unit.id) !== undefined;
  if (!held) return refuse('E_NOT_IN_SKIRMISH', { unit: ref(unit.id) });
  return isTrapped(state, unit) ? refuse('E_NO_RETREAT', { unit: ref(unit.id) }) : ok(true);
};

export interface RetreatCount {
  readonly friends: number;
  readonly hostiles: number;
  readonly penalty: number;
}

/**
 * SW-RETREAT-4, -8, SW-RUL-19, -20, -76. Able friends without the one who retreats (nor its mount), able hostiles;
 * declared retreaters on either side are left out. More than double: no penalty.
 */
export const retreatCount = (state: State, unit: Unit): RetreatCount => {
  const own = company(state, unit).map(({ id }) => id);
  const others = state.units.filter((other) => !own.includes(other.id) && unitAble(other) && other.retreat === 'none');
  const simplified = state.settings.mode === 'simplified';
  const melee = meleeOf(state, unit.id);
  const there = others.filter((other) =>
    simplified ? other.area === unit.area : melee !== undefined && skirmishAround(state, other)?.id === melee.id,
  );
  const bystander = (other: Unit) => !simplified && standingOf(state, other) === 'independent';
  const friends = headsOf(there.filter((other) => !hostile(unit, other) && !bystander(other)));
  const against = there.filter(
    (other) => hostile(unit, other) || (bystander(other) && state.settings.retreatIndependents === 'all'),
  );
  const hostiles = headsOf(against);
  return { friends, hostiles, penalty: friends > 2 * hostiles ? 0 : -4 };
};
