import { z } from 'zod';
import { effectSchema } from '../../rules/effects.ts';
import { squareSchema } from '../../rules/grid/square.ts';
import { compass } from '../../rules/view.ts';
import { settingsSchema } from './settings.ts';
import { elementSchema, elements, sheetSchema } from './sheet.ts';

export const facingSchema = z.enum(compass);
export type Facing = z.output<typeof facingSchema>;

export const zones = ['front', 'flank', 'rear'] as const;
export type Zone = (typeof zones)[number];
export const altitudes = ['ground', 'low', 'mid', 'high'] as const;
export const stances = ['none', 'defend-self', 'defend-ally', 'counter'] as const;
export const lives = ['conscious', 'unconscious', 'dead', 'destroyed'] as const;
export const causes = [...elements, 'physical'] as const;
export const allRemains = ['body', 'ashes', 'drowned', 'frozen', 'enlightened', 'damned'] as const;

const name = z.string().min(1).max(100);
const list = <S extends z.ZodType>(of: S) => z.array(of).readonly();
const percentFactor = z.strictObject({ factor: z.string(), percent: z.int() });

/** `turns` left out: until removed. */
export const conditionSchema = z.strictObject({
  name: z.string().min(1).max(60),
  disrupts: z.boolean(),
  turns: z.int().min(1).max(99).optional(),
});
export type Condition = z.output<typeof conditionSchema>;

/** What the BM laid on the next roll of a combatant (SK-EXC-3): points to hit, percent of damage, the die itself. */
const nextSchema = z.strictObject({
  hit: z.int().optional(),
  damage: z.int().optional(),
  roll: z.int().min(1).max(100).optional(),
});

/** Section 2.2. Without a square it is not on the board yet. */
export const combatantSchema = z.strictObject({
  name,
  team: z.string().min(1),
  joined: z.int(),
  sheet: sheetSchema,
  at: squareSchema.optional(),
  facing: facingSchema,
  altitude: z.enum(altitudes),
  hp: z.int(),
  essence: z.int().min(0),
  conditions: list(conditionSchema),
  stance: z.enum(stances),
  defendAlly: name.optional(),
  aim: z.strictObject({ target: name, turns: z.int().min(1) }).optional(),
  life: z.enum(lives),
  deathCause: z.enum(causes).optional(),
  remains: z.enum(allRemains).optional(),
  /** Attacks taken for allies in this round (SK-RUL-42). */
  intercepts: z.int(),
  next: nextSchema,
});
export type Combatant = z.output<typeof combatantSchema>;
/** A combatant that stands on the board. */
export type Placed = Combatant & { readonly at: z.output<typeof squareSchema> };

const turnSchema = z.strictObject({
  who: name,
  startFacing: facingSchema,
  /** The facing it had when it began moving: what SK-TURNING-3 measures from. */
  moveFacing: facingSchema.optional(),
  pointsSpent: z.int(),
  preTurned: z.boolean(),
  moved: z.boolean(),
  postTurned: z.boolean(),
  acted: z.boolean(),
  enemies: list(z.strictObject({ name, adjacentCount: z.int(), aooTaken: z.boolean() })),
});
export type Turn = z.output<typeof turnSchema>;

const stuntSchema = z.strictObject({ who: name, target: name.optional(), text: z.string(), sizeWarning: z.boolean() });

/** Section 2.3. */
export const stateSchema = z.strictObject({
  status: z.enum(['setup', 'active', 'ended']),
  settings: settingsSchema,
  board: z.strictObject({ width: z.int(), height: z.int(), blocked: list(squareSchema) }),
  objective: z.string(),
  round: z.int(),
  order: list(name),
  /** Where the turn is in the order; −1 before the first. */
  place: z.int(),
  /** Absent while the battle is not active, or while nobody can act. */
  turn: turnSchema.optional(),
  combatants: list(combatantSchema),
  stunts: list(stuntSchema),
  effects: list(effectSchema),
  winner: z.string().optional(),
  ending: z.string().optional(),
  lastMove: z.strictObject({ who: name, points: list(squareSchema) }).optional(),
  /** The last moves of others before it, the newest last: for those who must not see the last one. */
  movesBefore: list(z.strictObject({ who: name, points: list(squareSchema) })).optional(),
  lastBlow: z.strictObject({ by: name, on: name, from: squareSchema, to: squareSchema }).optional(),
});
export type State = z.output<typeof stateSchema>;

/** What a blow does to the one it lands on. */
export const harmSchema = z.strictObject({
  hp: z.int(),
  life: z.enum(lives),
  deathCause: z.enum(causes).optional(),
  remains: z.enum(allRemains).optional(),
  wakes: z.boolean(),
});
export type Harm = z.output<typeof harmSchema>;

export const blowKinds = ['melee', 'ranged', 'charge', 'counter', 'opportunity', 'spell', 'breath'] as const;
export type BlowKind = (typeof blowKinds)[number];

export const termNames = ['speed', 'position', 'aim', 'defend', 'counter', 'shift', 'effects', 'bm'] as const;

/** One reckoned blow: every number of section 6, in its order. */
export const reckoningSchema = z.strictObject({
  zone: z.enum(zones).optional(),
  /** Absent where nothing is rolled: a spell that simply lands. */
  roll: z
    .strictObject({
      natural: z.int(),
      forced: z.boolean(),
      terms: list(z.strictObject({ term: z.enum(termNames), value: z.int() })),
      modified: z.int(),
      cap: z.int(),
      stage: z.int(),
    })
    .optional(),
  speeds: z.tuple([z.int(), z.int()]),
  aimTurns: z.int(),
  attack: z.int(),
  defense: z.int(),
  base: z.int(),
  factors: list(percentFactor),
  whole: z.int(),
  physical: z.int(),
  portions: list(z.strictObject({ element: elementSchema, raw: z.int(), affinity: z.int(), damage: z.int() })),
  damage: z.int(),
  hit: z.boolean(),
});
export type Reckoning = z.output<typeof reckoningSchema>;

const on = <const T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape });

export const eventSchema = z.discriminatedUnion('type', [
  on('joined', { who: name, team: z.string().min(1), sheet: sheetSchema }),
  on('placed', { who: name, at: squareSchema, facing: facingSchema, lot: z.int().optional() }),
  on('started', { order: list(name) }),
  on('ordered', { order: list(name), place: z.int() }),
  on('round-began', { round: z.int(), order: list(name) }),
  on('turn-began', { who: name }),
  on('turn-skipped', { who: name, why: z.enum(['down', 'disrupted']), conditions: list(conditionSchema) }),
  /** `passedOn`: by the BM, with nothing done in it. */
  on('turn-ended', { who: name, conditions: list(conditionSchema), passedOn: z.boolean().optional() }),
  on('halted', {}),
  on('bled', { who: name, damage: z.int(), harm: harmSchema }),
  on('turned', { who: name, from: facingSchema, to: facingSchema, when: z.enum(['before', 'after']) }),
  on('moved', {
    ...{ who: name, from: squareSchema, path: list(squareSchema), cost: z.int(), beside: list(name) },
    /** The last moves of others stay beside it. Moves written before there was that leave none. */
    keepsOthers: z.literal(true).optional(),
  }),
  on('passed-by', { who: name, beside: list(name) }),
  on('dropped-back', { who: name, to: squareSchema }),
  on('struck', {
    how: z.enum(blowKinds),
    attacker: name,
    target: name,
    /** The ally for whom the target took it. */
    instead: name.optional(),
    /** The spell or breath. */
    with: z.string().optional(),
    /** The square entered that provoked it. */
    at: squareSchema.optional(),
    reckoning: reckoningSchema,
    harm: harmSchema,
  }),
  on('charge-effect', {
    by: name,
    target: name,
    condition: z.string(),
    natural: z.int().optional(),
    takes: z.boolean(),
    laid: conditionSchema.optional(),
  }),
  on('charge-ended', {
    who: name,
    target: name,
    from: squareSchema,
    to: squareSchema,
    facing: facingSchema,
    altitude: z.enum(altitudes),
    way: z.enum(['through', 'into', 'beside']),
  }),
  on('pushed', { who: name, from: squareSchema, to: squareSchema }),
  on('cast', {
    who: name,
    spell: z.string(),
    target: name,
    cost: z.int(),
    moved: z.boolean(),
    essence: z.int(),
    left: z.int(),
    failure: z.strictObject({ chance: z.int(), natural: z.int(), fails: z.boolean() }).optional(),
  }),
  on('conditioned', { who: name, condition: conditionSchema }),
  on('condition-ended', { who: name, name: z.string() }),
  on('aimed', { who: name, target: name, turns: z.int() }),
  on('aim-lost', { who: name, target: name, why: z.enum(['sight', 'death', 'shield']) }),
  on('stance-taken', {
    who: name,
    stance: z.enum(stances),
    ally: name.optional(),
    essence: z.int(),
    passing: z.boolean(),
  }),
  on('guard-ended', { who: name, ally: name, why: z.enum(['moved', 'position', 'released']) }),
  on('intercepted', { who: name, ally: name, attacker: name, declared: z.boolean() }),
  on('revived', {
    who: name,
    chance: z.int(),
    natural: z.int().optional(),
    success: z.boolean(),
    hp: z.int(),
    at: squareSchema.optional(),
    stunned: z.boolean(),
  }),
  on('said', { who: name, text: z.string(), asking: z.boolean() }),
  on('stunt-proposed', { who: name, target: name.optional(), text: z.string(), sizeWarning: z.boolean() }),
  on('stunt-ruled', {
    who: name,
    text: z.string(),
    approved: z.boolean(),
    effect: z.string(),
    chance: z.int().optional(),
    natural: z.int().optional(),
    next: nextSchema,
  }),
  on('corrected', { what: z.string(), combatant: combatantSchema }),
  on('battle-corrected', { what: z.string(), objective: z.string(), round: z.int(), blocked: list(squareSchema) }),
  on('turn-corrected', { what: z.string(), turn: turnSchema }),
  on('effect-hung', { effect: effectSchema }),
  on('effect-lifted', { who: name, name: z.string() }),
  // Before `effect-hung` and `effect-lifted` there were, it told of what was hung, too.
  on('effects-changed', {
    effects: list(effectSchema),
    hung: effectSchema.optional(),
    ended: list(z.strictObject({ who: name, name: z.string() })),
  }),
  on('ended', { winner: z.string().optional(), reason: z.string() }),
]);
export type Event = z.output<typeof eventSchema>;
export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;
