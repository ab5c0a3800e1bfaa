import { z } from 'zod';
import { normalizeName, type Refusal, type Result, ref, say, type Text } from '../../core/message.ts';
import { bindCombatants } from '../../rules/combatants.ts';
import { effectSum, effectSchema as hungSchema } from '../../rules/effects.ts';
import { bindEvents } from '../../rules/event.ts';
import type { RulingDraft } from '../../rules/order-limits.ts';
import { bindQueries, bindVerbs } from '../../rules/verb.ts';
import type { RefusalCode } from './refusals.ts';
import { settingsSchema } from './settings.ts';
import {
  accessorySchema,
  areas,
  type Body,
  bodySchema,
  effectSchema,
  grips,
  type RaisedAttackKind,
  type Side,
  sheetSchema,
  sides,
  type TimedEffect,
  weaponSchema,
} from './sheet.ts';

export const moveTypes = ['limited', 'normal', 'full'] as const;

export type MoveType = (typeof moveTypes)[number];

/** What a unit has done of its open turn. `majors` are the bodies that have used their Major Action. */
export const turnSchema = z.strictObject({
  moveType: z.enum(moveTypes).optional(),
  movementDone: z.boolean(),
  majors: z.array(z.string()),
  feats: z.array(z.string()),
  checksRolled: z.boolean(),
  mountUsed: z.boolean(),
  /** The section of a mount that was commanded. */
  mountSection: z.string().optional(),
  lockLimited: z.boolean(),
  /** SW-RUL-46. Stood up in this turn. */
  stoodUp: z.boolean(),
});

export const placeShape = { area: z.enum(areas).optional(), pos: z.int().optional() };

export const offerSchema = z.strictObject({
  item: z.string(),
  from: z.string(),
  weapon: weaponSchema.optional(),
  /** SW-RUL-47. The receiver's turn has begun: the offer ends with it. */
  lastTurn: z.boolean().default(false),
});

export const unitSchema = z.strictObject({
  id: z.string(),
  side: z.enum(sides).optional(),
  sheet: sheetSchema,
  bodies: z.array(bodySchema).min(1),
  ...placeShape,
  /** Metres above the ground. */
  altitude: z.int(),
  statuses: z.array(z.string()),
  effects: z.array(effectSchema),
  weapons: z.array(weaponSchema),
  held: z.array(z.string()),
  grips: z.record(z.string(), z.enum(grips)),
  luggage: z.array(z.string()),
  accessories: z.array(accessorySchema),
  offer: offerSchema.optional(),
  acted: z.boolean(),
  turn: turnSchema.optional(),
  retreat: z.enum(['none', 'declared', 'ready']),
  joinsNextRound: z.boolean(),
  mountedOn: z.string().optional(),
  rider: z.string().optional(),
  passengers: z.array(z.string()),
  useFixed: z.boolean(),
  revealed: z.boolean(),
  /** Monsters it has tried to recall: once each. */
  studied: z.array(z.string()),
  weaknessKnown: z.boolean(),
  underwaterRounds: z.int(),
  /** Rounds since it began to drown. */
  drowning: z.int().optional(),
  /** Movements it has blocked this round, and whom it stopped last. */
  blocks: z.int(),
  holding: z.string().optional(),
  xp: z.int(),
  /** SW-GEAR-4. How many of each potion on its sheet are used up. */
  potionsUsed: z.record(z.string(), z.int()).optional(),
  /** SW-LOOT-3. What it had has been found. */
  searched: z.boolean().optional(),
});

export const skirmishSchema = z.strictObject({
  id: z.string(),
  center: z.int(),
  radius: z.int(),
  participants: z.array(z.string()),
});

export const groundItemSchema = z.strictObject({ item: z.string(), weapon: weaponSchema.optional(), ...placeShape });

const obstacleSchema = z.strictObject({ from: z.int(), to: z.int(), label: z.string().optional() });

export const battlefieldSchema = z.strictObject({
  env: z.enum(['land', 'underwater']),
  depth: z.enum(['deep', 'shoulder']),
  /** The coordinates the GM allows, lowest and highest. */
  bounds: z.tuple([z.int(), z.int()]).optional(),
  obstacles: z.array(obstacleSchema),
});

export const stages = ['gathering', 'initiative', 'placement', 'combat', 'aftermath', 'closed'] as const;

export const outcomeSchema = z.strictObject({ winner: z.enum(sides).optional(), reason: z.string() });

export const stateSchema = z.strictObject({
  settings: settingsSchema,
  stage: z.enum(stages),
  round: z.int(),
  /** The side that acts first, every round: SW-INIT-4. */
  winner: z.enum(sides).optional(),
  phase: z.enum(['winner', 'loser']),
  /** The unit whose turn is open. */
  open: z.string().optional(),
  units: z.array(unitSchema),
  skirmishes: z.array(skirmishSchema),
  /** The number the next skirmish gets. */
  nextSkirmish: z.int(),
  /** Units under the first-round restriction: SW-PLACE-5. */
  restricted: z.array(z.string()),
  ground: z.array(groundItemSchema),
  field: battlefieldSchema,
  /** What the GM hung on somebody. */
  effects: z.array(hungSchema),
  /** The names the two factions were entered under. */
  sideNames: z.strictObject({ allies: z.string().optional(), enemies: z.string().optional() }),
  /** SW-END-1. Units that left are pursued: the combat goes on. */
  pursued: z.boolean(),
  outcome: outcomeSchema.optional(),
});

export type State = z.output<typeof stateSchema>;

export type Unit = z.output<typeof unitSchema>;

export type Turn = z.output<typeof turnSchema>;

export type Skirmish = z.output<typeof skirmishSchema>;

export type Battlefield = z.output<typeof battlefieldSchema>;

export type GroundItem = z.output<typeof groundItemSchema>;

/** Where a unit is: an area in Simplified, metres in Standard. */
export interface Place {
  readonly area?: Unit['area'];
  readonly pos?: Unit['pos'];
}

/** Somebody or something in an event, by name, which is also the id. */
export const unitOrThingId = z.string();

/** What a check found, or the rulebook's refusal. */
export type CheckResult<Value> = Result<Value, Refusal<RefusalCode>>;

export type Draft = RulingDraft<State>;
export const event = bindEvents<State>();
export const { order, reply } = bindVerbs<State, RefusalCode>();
export const query = bindQueries<State, RefusalCode>();

const units = bindCombatants<State, Unit, 'units', 'id'>('units', 'id');
export const { find, findByName, update } = units;

/** An effect that is over; `body` where it lay on one section alone. */
export const endedEffectSchema = z.strictObject({
  unit: unitOrThingId,
  effect: unitOrThingId,
  body: unitOrThingId.optional(),
});

type Ended = z.output<typeof endedEffectSchema>;

/** How the end of an effect is noted. */
const toEndedEffect = (unit: Unit, { id, body }: TimedEffect): Ended => ({
  unit: unit.id,
  effect: id,
  ...(body !== undefined && { body }),
});

/** The ends of those effects on units that are over. */
export const listEndedEffects = (units: readonly Unit[], isOver: (effect: TimedEffect) => boolean): Ended[] =>
  units.flatMap((unit) => unit.effects.filter(isOver).map((effect) => toEndedEffect(unit, effect)));

/** One unit in the place of what it was; nothing where it is not there. */
export const replaceUnit = (state: State, unit: Unit): State => {
  const at = state.units.findIndex(({ id }) => id === unit.id);
  return at === -1 ? state : { ...state, units: state.units.with(at, unit) };
};

/** One body changed. */
export const updateBody = (state: State, id: string, change: (body: Body) => Partial<Body>): State => ({
  ...state,
  units: state.units.map((unit) =>
    unit.bodies.some((body) => body.id === id)
      ? { ...unit, bodies: unit.bodies.map((body) => (body.id === id ? { ...body, ...change(body) } : body)) }
      : unit,
  ),
});

/** Some units changed alike. */
export const updateUnits = (state: State, ids: readonly string[], change: (unit: Unit) => Partial<Unit>): State =>
  ids.reduce((next, id) => update(next, id, change), state);

/** All units changed. */
export const updateAllUnits = (state: State, change: (unit: Unit) => Partial<Unit>): State => ({
  ...state,
  // Of dozens of fields a second spread takes ten times as long as writing the few that change.
  units: state.units.map((unit) => Object.assign({ ...unit }, change(unit))),
});

/** Statuses with some taken away and some added at the end. */
export const withStatuses = (
  statuses: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): string[] => [...statuses.filter((status) => !remove.includes(status) && !add.includes(status)), ...add];

/** SW-ROUND-2. Effects that have ended, taken off, and with them the conditions they laid. */
export const withoutEffects = (state: State, ended: readonly Ended[]): State =>
  updateUnits(state, [...new Set(ended.map(({ unit }) => unit))], (unit) => ({
    effects: unit.effects.filter(
      ({ id, body }) => !ended.some((end) => end.unit === unit.id && end.effect === id && end.body === body),
    ),
  }));

/** Effects of which some conditions are taken, of the whole unit or of one body; what else they do goes on. */
export const withoutConditions = (
  effects: readonly TimedEffect[],
  gone: (status: string) => boolean,
  body?: string,
): TimedEffect[] =>
  effects.map((effect) => {
    const { status, ...rest } = effect;
    const here = body === undefined || effect.body === undefined || effect.body === body;
    return status !== undefined && here && gone(status) ? rest : effect;
  });

/** Takes units out of every melee; the sizes stay until the next recompute (SW-SKIRM-14). */
export const withoutMelee = (state: State, ids: readonly string[]): State => ({
  ...state,
  skirmishes: state.skirmishes.map((each) => ({
    ...each,
    participants: each.participants.filter((id) => !ids.includes(id)),
  })),
});

/** Statuses of a body that keep it from acting. */
const helpless: readonly string[] = ['unconscious', 'dead', 'asleep', 'paralysed', 'paralyzed', 'petrified', 'stunned'];

/** Statuses under which nobody acts. */
const disabling: readonly string[] = [...helpless, 'surrendered', 'left'];

/** Statuses of one body; all others are of the whole unit. */
export const bodyStatuses: readonly string[] = [...helpless, 'useless'];

/** SW-ROUND-2. Conditions that no effect holds: what ends them is something else. */
export const conditionsOutsideEffects: readonly string[] = ['prone', 'dead', 'surrendered', 'left'];

const both = (own: readonly string[], laid: readonly string[]): readonly string[] =>
  laid.length === 0 ? own : [...new Set([...own, ...laid])];

/** SW-ROUND-2. The conditions of the whole unit: its own, and those that its running effects lay. */
export const conditionsOf = (unit: Pick<Unit, 'statuses' | 'effects'>): readonly string[] =>
  unit.effects.length === 0
    ? unit.statuses
    : both(
        unit.statuses,
        unit.effects.flatMap(({ status }) => (status === undefined || bodyStatuses.includes(status) ? [] : [status])),
      );

/** SW-ROUND-2. The conditions of one body: its own, and those that its unit's running effects lay on it. */
export const bodyConditions = (unit: Pick<Unit, 'effects'>, body: Body): readonly string[] =>
  unit.effects.length === 0
    ? body.statuses
    : both(
        body.statuses,
        unit.effects.flatMap(({ status, body: on = body.id }) =>
          status !== undefined && bodyStatuses.includes(status) && on === body.id ? [status] : [],
        ),
      );

/** A unit that is known to be there; throws where it is not, which only we can cause. */
export const requireUnit = (state: State, id: string): Unit => {
  const unit = find(state, id);
  if (unit === undefined) throw new Error(`There is no unit ${id}.`);
  return unit;
};

export interface UnitWithBody {
  readonly unit: Unit;
  readonly body: Body;
}

/** A unit by its name, or one of its sections by the unit's name and its own. */
export const formatBodyName = ({ id }: Pick<Unit, 'id'>, body: { readonly id: string }): Text =>
  body.id === id ? ref(id) : say`${ref(id)}${body.id.slice(id.length)}`;

/**
 * SW-DATA-1, SW-MOUNT-4. A body by its full name: the unit's own, or `Drake.body`. A unit of several sections is no
 * body.
 */
export const findBody = (state: State, name: string): UnitWithBody | undefined => {
  const key = normalizeName(name);
  for (const unit of state.units)
    for (const body of unit.bodies) if (body.id === name || normalizeName(body.id) === key) return { unit, body };
  return undefined;
};

export const requireBody = (state: State, id: string): UnitWithBody => {
  const found = findBody(state, id);
  if (found === undefined) throw new Error(`There is no body ${id}.`);
  return found;
};

export const isDead = (body: Body): boolean => body.statuses.includes('dead');

/** The bodies of a unit that are not dead. */
export const livingBodies = (unit: Unit): readonly UnitWithBody[] =>
  unit.bodies.flatMap((body) => (isDead(body) ? [] : [{ unit, body }]));

/** Neither dead nor down. */
export const isStanding = (body: Body): boolean => body.hp > 0 && !isDead(body);

/** SW-MULTI-4. Above 0 HP, and under no condition of these. */
const isFree = (unit: Unit, body: Body, conditions: readonly string[]): boolean =>
  body.hp > 0 && !bodyConditions(unit, body).some((status) => conditions.includes(status));

/** SW-MULTI-4, SW-RUL-44. Free of these conditions while any section is, or while the core is where the sheet names one. */
const isUnitFree = (unit: Unit, conditions: readonly string[]): boolean => {
  if (conditionsOf(unit).some((status) => conditions.includes(status))) return false;
  const cores = coresOf(unit);
  return (cores.length > 0 ? cores : unit.bodies).some((body) => isFree(unit, body, conditions));
};

const none: readonly Body[] = [];

/** SW-RUL-44. The core sections that the sheet names. */
const coresOf = ({ id, sheet: { core, cores }, bodies }: Unit): readonly Body[] => {
  if (core === undefined && (cores === undefined || cores.length === 0)) return none;
  const isNamed = (name: string | undefined, body: string): boolean =>
    name !== undefined && (name === body || (body.length === id.length + 1 + name.length && `${id}.${name}` === body));
  return bodies.filter((body) => isNamed(core, body.id) || cores?.some((each) => isNamed(each, body.id)) === true);
};

/** SW-RUL-44. The core section, where the sheet names one; of several the first that can still act. */
export const findCoreSection = (unit: Unit): Body | undefined => {
  const cores = coresOf(unit);
  return cores.find((body) => isFree(unit, body, disabling)) ?? cores[0];
};

export const isBodyAble = (unit: Unit, body: Body): boolean => isFree(unit, body, disabling);

export const ableBodies = (unit: Unit): readonly Body[] => unit.bodies.filter((body) => isBodyAble(unit, body));

/** SW-MULTI-4, SW-RUL-44. */
export const isUnitAble = (unit: Unit): boolean => isUnitFree(unit, disabling);

/** SW-END-1. Who is only asleep, or held in another way that passes, can go on. */
export const canContinue = (unit: Unit): boolean => isUnitFree(unit, defeatedConditions);

/** Conditions under which nobody comes back into the combat by itself. */
const defeatedConditions: readonly string[] = ['unconscious', 'dead', 'petrified', 'surrendered', 'left'];

/** Every condition of a unit and of its bodies. */
export const allConditions = (unit: Unit): readonly string[] => [
  ...conditionsOf(unit),
  ...unit.bodies.flatMap((body) => bodyConditions(unit, body)),
];

/** Why a unit cannot act, in a word. */
export const unableReason = (unit: Unit): string =>
  allConditions(unit).find((status) => disabling.includes(status)) ?? 'out of action';

/** SW-MULTI-3. How many a unit counts for: each able section is one. */
export const headCount = (unit: Unit): number => (isUnitAble(unit) ? ableBodies(unit).length : 0);

export const totalHeadCount = (units: readonly Unit[]): number => units.reduce((sum, unit) => sum + headCount(unit), 0);

export const otherSide = (side: Side): Side => (side === 'allies' ? 'enemies' : 'allies');

export const areHostile = (a: Unit, b: Unit): boolean => a.side !== b.side;

export const isCharacter = (unit: Unit): boolean => unit.sheet.kind === 'pc';

export const unitsOfSide = (state: State, side: Side): readonly Unit[] =>
  state.units.filter((unit) => unit.side === side);

/** SW-MOUNT-1. The unit with its mount or rider: those who share its place and move with it. */
export const riderAndMountOf = (state: State, unit: Unit): readonly Unit[] => {
  if (unit.mountedOn === undefined && unit.rider === undefined) return [unit];
  const others = [unit.mountedOn, unit.rider].flatMap((id) => (id === undefined ? [] : (find(state, id) ?? [])));
  return [unit, ...others];
};

export const withRidersAndMounts = (state: State, units: readonly Unit[]): readonly Unit[] => {
  const ids = new Set(units.flatMap((unit) => riderAndMountOf(state, unit).map(({ id }) => id)));
  return state.units.filter(({ id }) => ids.has(id));
};

export const isSamePlace = (a: Place, b: Place): boolean => a.area === b.area && a.pos === b.pos;

export const placeOf = ({ area, pos }: Place): Place => ({ ...(area && { area }), ...(pos !== undefined && { pos }) });

/** SW-FEAT-6. Does an effect raise weapons, or spells? What raises weapons does not raise spells. */
export const doesEffectRaise = ({ raises = 'weapons' }: TimedEffect, what: RaisedAttackKind): boolean =>
  raises === 'all' || raises === what;

/** SW-ACC-6, SW-RUL-87. What effects on a unit add to one term; the GM's own effects count too. */
export const effectTotal = (state: State, unit: Unit, term: EffectTerm): number =>
  unit.effects.reduce((sum, effect) => sum + (effect[term] ?? 0), 0) + effectSum(state.effects, unit.id, term);

/** SW-FEAT-6. Somebody with those effects alone that raise weapons, or spells. */
export const withOnlyRaisingEffects = (unit: Unit, what: RaisedAttackKind): Unit =>
  unit.effects.every((effect) => doesEffectRaise(effect, what))
    ? unit
    : { ...unit, effects: unit.effects.filter((effect) => doesEffectRaise(effect, what)) };

/** SW-FEAT-6. The same of what is raised for weapons, or for spells. */
export const raisingTotal = (state: State, unit: Unit, term: 'power' | 'cMod', what: RaisedAttackKind): number =>
  effectTotal(state, withOnlyRaisingEffects(unit, what), term);

export type EffectTerm = {
  [Key in keyof TimedEffect]-?: number extends TimedEffect[Key] ? (Key extends 'remaining' ? never : Key) : never;
}[keyof TimedEffect];

/** SW-STD-3, SW-MULTI-5. The skirmish a unit takes part in. */
export const skirmishOf = (state: State, id: string): Skirmish | undefined =>
  state.skirmishes.find(({ participants }) => participants.includes(id));

/** SW-SKIRM-5. The skirmish whose area holds a coordinate, the nearest centre first. */
export const skirmishAt = (state: State, pos: number): Skirmish | undefined =>
  state.skirmishes
    .filter(({ center, radius }) => Math.abs(pos - center) <= radius)
    .toSorted((a, b) => Math.abs(pos - a.center) - Math.abs(pos - b.center))[0];

/** The skirmish a unit is in, as participant or independent. */
export const skirmishAround = (state: State, unit: Unit): Skirmish | undefined =>
  skirmishOf(state, unit.id) ?? (unit.pos === undefined ? undefined : skirmishAt(state, unit.pos));

type Standing = 'melee' | 'independent' | 'free';

/** SW-SKIRM-8. */
export const skirmishStandingOf = (state: State, unit: Unit): Standing =>
  skirmishOf(state, unit.id) ? 'melee' : skirmishAround(state, unit) ? 'independent' : 'free';

/** The unit whose body it is: a section of a monster counts as the monster. */
export const unitIdOfBody = (state: State, body: string): string => findBody(state, body)?.unit.id ?? body;

export const isMount = (unit: Unit): boolean => unit.sheet.kind === 'mount';

/** SW-MOUNT-15. A monster; the mount of an enemy is one of its own, beside its rider. */
export const isMonster = ({ sheet, side }: Unit): boolean =>
  sheet.kind === 'monster' || (sheet.kind === 'mount' && side === 'enemies');

/** SW-MOUNT-12, SW-MOUNT-18. The mount that a passenger rides along on. */
export const findMountOfPassenger = (state: State, id: string): Unit | undefined => {
  const carrier = state.units.find(({ passengers, statuses }) => passengers.includes(id) && !statuses.includes('left'));
  return carrier && (find(state, carrier.mountedOn ?? '') ?? carrier);
};

export const riderOf = (state: State, mount: Unit): Unit | undefined =>
  mount.rider === undefined ? undefined : find(state, mount.rider);

/** The battle as if these units were not there; a melee of nobody is none. */
export const withoutUnits = (state: State, ids: readonly string[]): State => ({
  ...units.withoutCombatants(state, ids),
  restricted: state.restricted.filter((id) => !ids.includes(id)),
  skirmishes: withoutMelee(state, ids).skirmishes.filter(({ participants }) => participants.length > 0),
});
