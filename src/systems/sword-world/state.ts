import { z } from 'zod';
import { type Refusal, type Result, refuse, type Text } from '../../core/message.ts';
import { effectSchema as gmEffectSchema } from '../../rules/effects.ts';
import { bindEvents, type EventContext } from '../../rules/event.ts';
import type { RulingDraft } from '../../rules/order-limits.ts';
import { bindQueries, bindVerbs, type OrderDeclaration, type ParamOffer } from '../../rules/verb.ts';
import type { RefusalCode } from './refusals.ts';
import { settingsSchema } from './settings.ts';
import { accessorySchema, areas, bodySchema, effectSchema, grips, sheetSchema, sides, weaponSchema } from './sheet.ts';

export const moveTypes = ['limited', 'normal', 'full'] as const;

export type MoveType = (typeof moveTypes)[number];

/** The actions of a unit in its open turn. `majors` lists the bodies that used a Major Action. */
export const turnSchema = z.strictObject({
  moveType: z.enum(moveTypes).optional(),
  movementDone: z.boolean(),
  majors: z.array(z.string()),
  feats: z.array(z.string()),
  checksRolled: z.boolean(),
  mountUsed: z.boolean(),
  /** The section of a mount that the rider commands. */
  mountSection: z.string().optional(),
  lockLimited: z.boolean(),
  /** True if the unit stood up this turn. SW-RUL-46. */
  stoodUp: z.boolean(),
});

export const placeShape = { area: z.enum(areas).optional(), pos: z.int().optional() };

export const offerSchema = z.strictObject({
  item: z.string(),
  from: z.string(),
  weapon: weaponSchema.optional(),
  /** True if the receiver’s turn has begun; the offer ends when the turn ends. SW-RUL-47. */
  lastTurn: z.boolean().default(false),
});

export const unitSchema = z.strictObject({
  id: z.string(),
  side: z.enum(sides).optional(),
  sheet: sheetSchema,
  bodies: z.array(bodySchema).min(1),
  ...placeShape,
  /** Height above the ground (metres). */
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
  /** The movement of the mount that carried the passenger this round. SW-MOUNT-18. */
  carried: z.enum(moveTypes).optional(),
  useFixed: z.boolean(),
  revealed: z.boolean(),
  /** Ids of the monsters that the unit has already tried to recall; it may try each only once. */
  studied: z.array(z.string()),
  weaknessKnown: z.boolean(),
  underwaterRounds: z.int(),
  /** Number of rounds since the unit began to drown. Undefined if the unit is not drowning. */
  drowning: z.int().optional(),
  /** Number of movements that the unit blocked this round. `holding` is the last unit it stopped. */
  blocks: z.int(),
  holding: z.string().optional(),
  xp: z.int(),
  /** Number of used potions by id. SW-GEAR-4. */
  potionsUsed: z.record(z.string(), z.int()).optional(),
  /** Minutes that the unit spent on searching and herbs after the combat. SW-LOOT-2, SW-HERB-1. */
  minutes: z.int().optional(),
  /** True if the unit was searched for loot. SW-LOOT-3. */
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
  /** The lowest and highest coordinates of the field. Undefined if the GM has set no bounds. */
  bounds: z.tuple([z.int(), z.int()]).optional(),
  obstacles: z.array(obstacleSchema),
});

export const stages = ['gathering', 'initiative', 'placement', 'combat', 'aftermath', 'closed'] as const;

export const outcomeSchema = z.strictObject({ winner: z.enum(sides).optional(), reason: z.string() });

export const stateSchema = z.strictObject({
  settings: settingsSchema,
  stage: z.enum(stages),
  round: z.int(),
  /** The side that won initiative, and acts first in every round. SW-INIT-4. */
  winner: z.enum(sides).optional(),
  phase: z.enum(['winner', 'loser']),
  /** The id of the unit whose turn is open. */
  open: z.string().optional(),
  units: z.array(unitSchema),
  skirmishes: z.array(skirmishSchema),
  /** The number in the next skirmish’s id. */
  nextSkirmish: z.int(),
  /** Ids of the units that are restricted in round 1. SW-PLACE-5. */
  restricted: z.array(z.string()),
  ground: z.array(groundItemSchema),
  field: battlefieldSchema,
  /** The effects that the GM applied. */
  effects: z.array(gmEffectSchema),
  /** True if the combat goes on because units that left are pursued. SW-END-1. */
  pursued: z.boolean(),
  outcome: outcomeSchema.optional(),
});

export type State = z.output<typeof stateSchema>;
export type Unit = z.output<typeof unitSchema>;
export type Turn = z.output<typeof turnSchema>;
export type Skirmish = z.output<typeof skirmishSchema>;
export type Battlefield = z.output<typeof battlefieldSchema>;
export type GroundItem = z.output<typeof groundItemSchema>;

/** A place: an area in Simplified, metres in Standard. */
export type Place = Pick<Unit, 'area' | 'pos'>;

/** The id of a unit, section or item in an event; the id is also the name. */
export const unitOrThingId = z.string();

export type CheckResult<Value> = Result<Value, Refusal<RefusalCode>>;

/** What autocomplete offers for a parameter. */
export type Offers = readonly ParamOffer<Text>[];

export type Draft = RulingDraft<State>;

/** The battle before and after an event, and who reads about it. */
export type Moment = EventContext<State>;

export const event = bindEvents<State>();
export const { order, reply } = bindVerbs<State, RefusalCode>();
export type OrderOf<Params extends z.ZodObject> = OrderDeclaration<State, RefusalCode, Params>;
/** Declares an order that only the GM may give. Refuses other callers with E_GM_ONLY. */
export const gmOrder = <Params extends z.ZodObject>(declared: Omit<OrderOf<Params>, 'role'>) =>
  order<Params>({
    ...declared,
    role: 'gm',
    resolve: (draft, call, params) => (call.gm ? declared.resolve(draft, call, params) : refuse('E_GM_ONLY')),
  });
export const query = bindQueries<State, RefusalCode>();
