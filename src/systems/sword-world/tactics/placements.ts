import { say, type Text } from '../../../core/message.ts';
import type { Plan } from '../../../rules/tactics.ts';
import { featNames, hasFeat } from '../feats.ts';
import { attacksOf } from '../natural-attacks.ts';
import { defaultPlacement, isSidePlaced, placementCount } from '../placement.ts';
import { type State, type Unit, unitsOfSide } from '../state.ts';
import { createOrder } from './readiness.ts';

/** Names with these would be read as more than a name. */
const unwritable = /[:=;\n]/;

/** The longest placement that may be ordered. */
const longest = 1000;

/** SW-RANGE-5, SW-MISFIRE-1. Does it fight from the Rearguard as well: by spells at one target, or shots that never stray? */
const fightsFromBehind = ({ settings }: State, unit: Unit): boolean => {
  const far = (range: unknown): boolean => typeof range === 'number' && range >= settings.areaDistance;
  const { spells } = unit.sheet;
  const names = featNames(unit);
  const casts = spells.some(
    ({ range, damage, shape }) =>
      damage !== undefined &&
      far(range) &&
      (shape === 'target' || (shape === 'shot' && hasFeat(names, 'Guided Magic'))),
  );
  const heals = spells.some(({ range, recovery }) => recovery !== undefined && far(range));
  const precise = hasFeat(names, 'Precise Shot');
  const shoots =
    unit.weapons.some(
      ({ id, modes, range }) => unit.held.includes(id) && far(range) && modes.every((mode) => mode !== 'melee'),
    ) || unit.bodies.flatMap(attacksOf).some(({ range }) => far(range));
  return casts || heals || (precise && shoots);
};

/** SW-PLACE-2, SW-PLACE-3. Those who fight as well from behind in the Rearguard, if enough others hold the line. */
export const planPlacements = (state: State, me: Unit): readonly Plan<Text>[] => {
  const { side } = me;
  if (side === undefined || state.settings.mode === 'standard' || isSidePlaced(state, side)) return [];
  const all: Plan<Text> = {
    label: 'Everyone to the Frontline',
    worth: 0,
    orders: [createOrder('place', { side, placement: defaultPlacement(state, side) })],
  };
  const units = unitsOfSide(state, side);
  const behind = units.filter(
    (unit) =>
      unit.area === undefined &&
      unit.mountedOn === undefined &&
      unit.rider === undefined &&
      !unwritable.test(unit.id) &&
      fightsFromBehind(state, unit),
  );
  const ahead = units.filter((unit) => !behind.includes(unit) && (unit.area === undefined || unit.area === 'front'));
  const holds = placementCount(state, ahead) >= Math.ceil(placementCount(state, units) / 2);
  const placement = [defaultPlacement(state, side), ...behind.map(({ id }) => `${id}: rear`)].join('; ');
  if (behind.length === 0 || ahead.length === 0 || !holds || placement.length > longest) return [all];
  return [
    {
      label: say`Units in the Rearguard: ${behind.length}, the others in the Frontline`,
      worth: 1,
      orders: [createOrder('place', { side, placement })],
    },
    all,
  ];
};
