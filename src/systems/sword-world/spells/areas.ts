import { z } from 'zod';
import { ok, ref, refuse, say, type Text } from '../../../core/message.ts';
import type { Dice } from '../../../dice/dice.ts';
import { type SumRow, step } from '../../../rules/event.ts';
import { areasApart, areasBetween, findHostilesInArea, isTrapped } from '../battlefield.ts';
import { pickSome } from '../dice.ts';
import { describeLots, drawMisfire, lotDrawSchema } from '../range.ts';
import { isSamePlace } from '../relations.ts';
import { type Area, areas, type Radius, type SpellShape } from '../sheet.ts';
import { type CheckResult, type Moment, type Place, type State, type Unit, unitOrThingId } from '../state.ts';
import { livingBodies, requireBody, type UnitWithBody } from '../units.ts';

/** The aim of a spell or ability: a body, or the centre of a radius. */
interface Aimed {
  readonly shape: SpellShape;
  readonly target?: UnitWithBody | undefined;
  readonly center?: Place | undefined;
  /** True if a line in Standard may also hit its user. SW-RUL-67. */
  readonly withSelf?: boolean;
}

/** The bodies that a spell or ability affects, as facts of its event. */
export const targetFacts = {
  draw: lotDrawSchema.optional(),
  areas: z.array(z.enum(areas)),
  main: unitOrThingId.optional(),
  affected: z.array(unitOrThingId),
  chances: z.array(z.strictObject({ body: unitOrThingId, die: z.int() })),
  drawn: z.array(z.int()),
  /** The bodies inside the area. Undefined if the spell affects all of them. SW-AREA-4. */
  among: z.array(unitOrThingId).optional(),
};

interface AffectedTargets extends z.output<z.ZodObject<typeof targetFacts>> {
  /** The place to which a breakthrough carries its user. SW-AREA-9. */
  readonly userTo?: Place;
}

const presentBodies = (state: State): readonly UnitWithBody[] =>
  state.units.filter(({ statuses }) => !statuses.includes('left')).flatMap(livingBodies);

/** The areas that a radius covers. SW-AREA-1, SW-AREA-2, SW-AREA-3, SW-RANGE-5, SW-RUL-26. */
const radiusAreas = (state: State, radius: number, center: Area): readonly Area[] => {
  const { areaDistance, radius10 } = state.settings;
  if (radius >= 2 * areaDistance) return areas;
  const wide = radius > areaDistance || (radius === areaDistance && radius10 === 'wide');
  return wide ? areas.filter((area) => areasApart(area, center) <= 1) : [center];
};

/** The areas that a line covers. A breakthrough covers areas only up to its target. SW-AREA-6, SW-RUL-28, SW-RUL-30. */
const lineAreas = (shape: 'line' | 'breakthrough', from: Area, to: Area): readonly Area[] => {
  if (shape === 'breakthrough') return areasBetween(from, to);
  return from === 'front' ? areasBetween(from, to) : areas;
};

/** Refuses a breakthrough past a held Frontline, or out of a Rearguard with enemies. SW-AREA-8, SW-RUL-30. */
export const requireOpenBreakthrough = (state: State, user: Unit, target: Unit): CheckResult<true> => {
  if (state.settings.mode === 'standard' || user.area === undefined || target.area === undefined) return ok(true);
  const held = findHostilesInArea(state, 'front', user).length > 0;
  const past = areasApart(user.area, target.area) === 2;
  const own = user.side === 'allies' ? 'alliesRear' : 'enemiesRear';
  const beyond = user.area === 'front' && target.area !== 'front' && target.area !== own;
  if (held && (past || (beyond && !state.settings.breakthroughFromMelee))) return refuse('E_BREAKTHROUGH_BLOCKED');
  return isTrapped(state, user) && user.area !== target.area
    ? refuse('E_NO_RETREAT', { unit: ref(user.id) })
    : ok(true);
};

/** The bodies inside a radius: friends, foes and, by a setting, the caster. SW-AREA-4, SW-AREA-10. */
export const bodiesInRadius = (
  state: State,
  user: Unit,
  { radius }: Radius,
  { area, pos }: Place,
): readonly UnitWithBody[] => {
  const covered = area === undefined ? [] : radiusAreas(state, radius, area);
  const isIn = (unit: Unit) =>
    pos === undefined
      ? unit.area !== undefined && covered.includes(unit.area)
      : unit.pos !== undefined && Math.abs(unit.pos - pos) <= radius;
  return presentBodies(state).filter(
    ({ unit }) => isIn(unit) && (state.settings.casterInOwnRadius || unit.id !== user.id),
  );
};

/** Draws the affected bodies inside a radius, if the spell has a maximum. SW-AREA-5, SW-AREA-10, SW-RUL-27. */
const inRadius = (state: State, user: Unit, shape: Radius, center: Place, dice: Dice): AffectedTargets => {
  const covered = center.area === undefined ? [] : radiusAreas(state, shape.radius, center.area);
  const inside = bodiesInRadius(state, user, shape, center).map(({ body }) => body.id);
  const { chosen, fallen } = pickSome(dice, inside, shape.max ?? inside.length, 'targets');
  const isDrawn = chosen.length < inside.length;
  return { areas: [...covered], affected: chosen, chances: [], drawn: fallen, ...(isDrawn && { among: inside }) };
};

type LineAim = Aimed & { readonly shape: 'line' | 'breakthrough' };

/** The areas that a line covers, and all bodies on the line except the target. SW-AREA-6, SW-AREA-9, SW-AREA-11. */
export const bodiesOnLine = (
  state: State,
  user: Unit,
  { shape, withSelf }: Pick<LineAim, 'shape' | 'withSelf'>,
  main: UnitWithBody,
): { readonly areas: readonly Area[]; readonly bodies: readonly UnitWithBody[] } => {
  const simplified = state.settings.mode === 'simplified';
  const covered = user.area && main.unit.area ? lineAreas(shape, user.area, main.unit.area) : [];
  const [a, b] = [user.pos ?? 0, main.unit.pos ?? 0];
  const isIn = (unit: Unit) =>
    simplified
      ? unit.area !== undefined && covered.includes(unit.area)
      : unit.pos !== undefined && unit.pos >= Math.min(a, b) && unit.pos <= Math.max(a, b);
  const spared = (unit: Unit) => unit.id === user.id && (simplified || !withSelf);
  const bodies = presentBodies(state).filter(
    ({ unit, body }) => body.id !== main.body.id && isIn(unit) && !spared(unit),
  );
  return { areas: covered, bodies };
};

/** Rolls which bodies a line affects: the target always, others on 1 to 3. SW-AREA-11, SW-AREA-12, SW-RUL-66. */
const onLine = (state: State, user: Unit, aimed: LineAim, main: UnitWithBody, dice: Dice): AffectedTargets => {
  const { shape } = aimed;
  const { areas: covered, bodies } = bodiesOnLine(state, user, aimed, main);
  const chances = bodies.map(({ body }) => ({ body: body.id, die: dice.roll(6, 'in the way') }));
  const hit = new Set([main.body.id, ...chances.filter(({ die }) => die <= 3).map(({ body }) => body)]);
  const affected = presentBodies(state)
    .map(({ body }) => body.id)
    .filter((id) => hit.has(id));
  const userTo = placeFrom(main.unit);
  const carries = shape === 'breakthrough' && !isSamePlace(userTo, placeFrom(user));
  return { areas: [...covered], main: main.body.id, affected, chances, drawn: [], ...(carries && { userTo }) };
};

/** The bodies that a spell or ability affects, after a draw for a misfire. SW-MISFIRE-1, SW-AREA-7, SW-RUL-29. */
export const areaTargets = (state: State, user: Unit, aimed: Aimed, dice: Dice): AffectedTargets => {
  const { shape, target } = aimed;
  if (typeof shape === 'object') {
    const center = aimed.center ?? (target && placeFrom(target.unit)) ?? placeFrom(user);
    return inRadius(state, user, shape, center, dice);
  }
  if (target === undefined) return { areas: [], affected: [], chances: [], drawn: [] };
  const strays = shape === 'shot' || shape === 'line';
  const draw = strays ? drawMisfire(state, user, target, { kind: 'spell', shape }, dice) : undefined;
  const main = draw ? requireBody(state, draw.target) : target;
  const { id } = main.body;
  const hit =
    shape === 'line' || shape === 'breakthrough'
      ? onLine(state, user, { ...aimed, shape }, main, dice)
      : { areas: main.unit.area ? [main.unit.area] : [], main: id, affected: [id], chances: [], drawn: [] };
  return { ...(draw && { draw }), ...hit };
};

const placeFrom = ({ area, pos }: Unit): Place => (pos === undefined ? { area } : { pos });

/** The affected bodies, and the bodies from which the dice drew them. */
export type DrawnTargets = Pick<AffectedTargets, 'affected' | 'among' | 'drawn'>;

/** The row about a draw: how many bodies in the area are affected, and the dice. SW-AREA-4. */
export const formatDrawnTargets = ({ affected, among = [], drawn }: DrawnTargets, moment: Moment): SumRow<Text> => [
  step('SW-AREA-4', say`${affected.length} drawn at random from ${describeLots(among, drawn, moment)}`),
];
