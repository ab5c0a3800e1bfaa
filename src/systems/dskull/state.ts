import { z } from 'zod';
import type { Refusal, Result } from '../../core/message.ts';
import { bindCombatants } from '../../rules/combatants.ts';
import { effectSchema } from '../../rules/effects.ts';
import { bindEvents } from '../../rules/event.ts';
import type { Question } from '../../rules/expected-action.ts';
import { maxBoardSide, squareSchema } from '../../rules/grid/square.ts';
import type { RulingDraft } from '../../rules/order-limits.ts';
import type { Departure } from '../../rules/removal.ts';
import { notesField } from '../../rules/sheets.ts';
import { bindQueries, bindVerbs } from '../../rules/verb.ts';
import type { RefusalCode } from './refusals.ts';
import { settingsSchema } from './settings.ts';

export const edgeKinds = ['blocking', 'impeding', 'obscuring'] as const;
export type EdgeKind = (typeof edgeKinds)[number];

/** An edge between two neighbouring spaces. An open `door` has no kinds. DS-DATA-11. */
const edgeSchema = z.strictObject({
  a: squareSchema,
  b: squareSchema,
  kinds: z.array(z.enum(edgeKinds)),
  door: z.boolean(),
});
export type Edge = z.output<typeof edgeSchema>;

const boardSchema = z.strictObject({
  w: z.int().min(1).max(maxBoardSide),
  h: z.int().min(1).max(maxBoardSide),
  edges: z.array(edgeSchema),
  voids: z.array(squareSchema),
});
export type Board = z.output<typeof boardSchema>;

/** An object on a board: a cairn to hold, a lantern to carry, scenery, or something to use. */
export const boardObjectSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(['cairn', 'lantern', 'use', 'scenery']),
  at: squareSchema,
  vp: z.int().default(0),
  /** Skill whose test a warrior must pass to use the object. Undefined: no test. DS-TEST-7. */
  test: z.string().optional(),
  carrier: z.string().optional(),
  used: z.boolean().default(false),
  /** Damage the object can still take. 0: destroyed. Undefined: it cannot be damaged. DS-OBJ-1. */
  holds: z.int().min(0).optional(),
  /** Armour dice of the object. `worth`: points for destroying it. */
  armour: z.int().min(0).max(9).optional(),
  worth: z.int().optional(),
});
export type BoardObject = z.output<typeof boardObjectSchema>;

/** True if the object is destroyed. DS-OBJ-4. */
export const isBroken = ({ holds }: BoardObject): boolean => holds === 0;

/** A board with its objects and deployment zones, one for each seat in order. */
export const fieldSchema = z.strictObject({
  board: boardSchema,
  objects: z.array(boardObjectSchema),
  zones: z.array(z.array(squareSchema)),
});
export type FieldPlan = z.output<typeof fieldSchema>;

const weaponSchema = z.strictObject({
  /** Name of the weapon, unique among the warrior’s weapons: `axe`, `axe 2`. */
  id: z.string(),
  name: z.string(),
  hands: z.int().min(1).max(2),
  type: z.enum(['melee', 'ranged']),
  reach: z.boolean(),
  area: z.int().min(1).optional(),
  chargesLeft: z.int().min(0).optional(),
  apr: z.int().min(1).max(4),
  /** Number of base dice. DS-DATA-3. */
  dice: z.int().min(1),
  tags: z.array(z.enum(['sharp', 'impact'])),
});
export type Weapon = z.output<typeof weaponSchema>;

/** Conditions of warriors. Nothing in the basic game causes `distracted`. DS-GLO-3, RULING-72. */
export const conditions = ['stunned', 'wounded', 'distracted'] as const;
export type Condition = (typeof conditions)[number];

export const warriorSchema = z.strictObject({
  id: z.string(),
  owner: z.string(),
  body: z.string(),
  race: z.string(),
  armour: z.enum(['none', 'light', 'heavy']),
  shield: z.boolean(),
  weapons: z.array(weaponSchema),
  /** All traits: bought, racial and from the body. A trait listed twice counts twice. DS-TRAIT-1. */
  traits: z.array(z.string()),
  skills: z.record(z.string(), z.int()),
  cost: z.int(),
  ...notesField,
  at: squareSchema.optional(),
  ready: z.boolean(),
  removed: z.enum(['incapacitated', 'killed', 'fled', 'captured', 'left']).optional(),
  conditions: z.array(z.enum(conditions)),
  /** Ids of the weapons selected for the last activation, at first the default ones. DS-ACT-2. */
  held: z.array(z.string()),
});
export type Warrior = z.output<typeof warriorSchema>;

/** A warrior on the board. DS-GEN-11, RULING-79, RULING-88. */
export type Figure = Warrior & { readonly at: NonNullable<Warrior['at']> };

const memory = z.record(z.string(), z.enum(['passed', 'failed']));

/** The activation of a warrior. DS-DATA-9. */
export const activationSchema = z.strictObject({
  warrior: z.string(),
  seat: z.string(),
  actions: z.int().min(0),
  mp: z.int().min(0),
  active: z.array(z.string()),
  primary: z.string().optional(),
  /** Number of Attack actions taken, including free ones. DS-ATK-1. */
  attackActions: z.int().min(0),
  attacks: z.record(z.string(), z.int()),
  symbolSpent: z.boolean(),
  /** True if the warrior has spent anything, so that it can no longer dare. DS-TRAIT-9. */
  started: z.boolean(),
  fearsome: memory,
  dared: memory,
  startedAt: squareSchema.optional(),
  /** Seats whose team could not see where the warrior started. DS-GLO-4. */
  unaware: z.array(z.string()),
  /** True if the warrior was distracted before this activation, which ends the condition. DS-COND-5. */
  distracted: z.boolean(),
});
export type Activation = z.output<typeof activationSchema>;

export const seatSchema = z.strictObject({
  id: z.string(),
  team: z.string(),
  warband: z.string(),
  policy: z.enum(['auto', 'ask']).optional(),
  vp: z.int(),
  symbols: z.strictObject({ HIT: z.int().min(0), ADV: z.int().min(0) }),
});
export type Seat = z.output<typeof seatSchema>;

/** Terms of a scenario, without its board. DS-SCEN-1. */
export const scenarioSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** The GM’s own description. Undefined if there is none. */
  text: z.string().optional(),
  players: z.array(z.int()),
  rounds: z.int().min(1).optional(),
  incapacitated: z.int(),
  killed: z.int(),
  /** Who holds the first initiative: `lowest-d6`, `most-warriors` or a seat’s id. */
  first: z.string(),
  /** Row to which each seat must carry the lantern, in seat order. Empty without a lantern. */
  home: z.array(z.int()),
  /** `all-used`: the game ends after the round in which the last object is used or destroyed. DS-SCEN-5. */
  ends: z.literal('all-used').optional(),
});
export type Scenario = z.output<typeof scenarioSchema>;

const phases = ['setup', 'deploy', 'preparation', 'resolution', 'cleanup', 'over'] as const;

/** Moments of the game that can trigger an effect. DS-TRIG-2. */
export const triggerMoments = [
  'round.start',
  'tactics.roll',
  'turn.start',
  'activation.start',
  'weapons.select',
  'action.spend',
  'mp.gain',
  'move.cost',
  'move.step',
  'zone.enter',
  'attack.declare',
  'attack.modifiers',
  'dice.rolled',
  'attack.count',
  'damage',
  'armour',
  'injury',
  'condition.gain',
  'condition.lose',
  'warrior.removed',
  'activation.end',
  'turn.end',
  'round.end',
] as const;
export type TriggerMoment = (typeof triggerMoments)[number];

/** When an effect happens, relative to its moment. DS-TRIG-1. */
export const triggerTimes = ['before', 'during', 'after'] as const;
export type TriggerTime = (typeof triggerTimes)[number];

/** What a triggered effect does. `amount` and `cancel` change its moment, the others a warrior or player. */
export const triggerEffectSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('cancel') }),
  z.strictObject({ do: z.enum(['amount', 'mp', 'actions', 'vp'] as const), by: z.int() }),
  z.strictObject({ do: z.literal('damage'), by: z.int().min(1) }),
  z.strictObject({ do: z.enum(['gain', 'clear']), condition: z.enum(conditions) }),
  z.strictObject({ do: z.literal('say'), text: z.string() }),
]);
export type TriggerEffect = z.output<typeof triggerEffectSchema>;

export const triggerSchema = z.strictObject({
  name: z.string(),
  when: z.enum(triggerTimes),
  window: z.enum(triggerMoments),
  /** Who owns the effect: `scenario` or a seat’s id. DS-TRIG-3. */
  owner: z.string(),
  /** Warrior or seat whose moments trigger the effect. Undefined: any. */
  who: z.string().optional(),
  /** Warrior or seat that the effect changes. Undefined: the warrior or seat whose moment triggers it. */
  on: z.string().optional(),
  /** Position among the effects of the same owner. Effects with the same position are sorted by name. */
  order: z.int(),
  /** Number of times the effect can still happen. Undefined: unlimited. */
  uses: z.int().min(1).optional(),
  does: triggerEffectSchema,
});
export type Trigger = z.output<typeof triggerSchema>;

/** A special skill. Sheets list it among a warrior’s skills by name. DS-SKILL-1. */
export const specialSkillSchema = z.strictObject({
  name: z.string(),
  cost: z.int().min(1).max(3),
  on: z.enum(['self', 'friend', 'foe'] as const),
  /** 1: adjacent targets. 2 or more: targets within this range and in sight (spaces). */
  range: z.int().min(1),
  /** Test that the user must pass. `resist`: test with which the target can resist. */
  test: z.string().optional(),
  resist: z.string().optional(),
  needs: z.enum(conditions).optional(),
  /** The target’s moment at which the effect happens, once. Undefined: at once. */
  waits: z.strictObject({ when: z.enum(triggerTimes), window: z.enum(triggerMoments) }).optional(),
  does: z.array(triggerEffectSchema),
});
export type SpecialSkill = z.output<typeof specialSkillSchema>;

/** State of a battle. DS-DATA-10. */
export const stateSchema = z.strictObject({
  settings: settingsSchema,
  phase: z.enum(phases),
  scenario: scenarioSchema,
  /** The GM’s own board, which replaces the scenario’s. Undefined if there is none. */
  own: fieldSchema.optional(),
  board: boardSchema.optional(),
  objects: z.array(boardObjectSchema),
  zones: z.record(z.string(), z.array(squareSchema)),
  seats: z.array(seatSchema),
  initiative: z.string().optional(),
  round: z.int().min(0),
  current: z.string().optional(),
  warriors: z.array(warriorSchema),
  activation: activationSchema.optional(),
  effects: z.array(effectSchema),
  triggers: z.array(triggerSchema),
  specials: z.array(specialSkillSchema).default([]),
  /** True if the game ends after this round. */
  ending: z.boolean(),
  outcome: z.strictObject({ winners: z.array(z.string()), reason: z.string() }).optional(),
  strokes: z.array(
    z.strictObject({
      kind: z.enum(['move', 'attack']),
      who: z.array(z.string()),
      points: z.array(z.strictObject({ x: z.number(), y: z.number() })),
    }),
  ),
});
export type State = z.output<typeof stateSchema>;

/** Parts of a dice step, by name. */
export const stepsSchema = z.record(z.string(), z.int());

/** The draft of a ruling in a dSkull battle. */
export interface Draft extends RulingDraft<State> {
  /** Performs an effect. Injected by `triggers/effects.ts`, because a direct import would be circular. */
  readonly perform?: (draft: Draft, does: TriggerEffect, on: string) => PartialRuling;
  /** Number of effects that triggered each other so far. DS-TRIG-8. */
  readonly effectDepth?: number;
}

/** A part of a ruling, which may ask a player which dice to remove. */
export type PartialRuling<T = void> = Generator<Question, T, string>;

export const event = bindEvents<State>();
export const { order, reply } = bindVerbs<State, RefusalCode>();
export const query = bindQueries<State, RefusalCode>();

export type CheckResult<T> = Result<T, Refusal<RefusalCode>>;

/** Functions to find warriors by id or typed name, and to change some fields of one. */
export const { find, findByName, update } = bindCombatants<State, Warrior, 'warriors'>('warriors');

/** Functions to find seats and to change some fields of one. DS-GEN-1. */
export const {
  find: findSeat,
  findByName: findSeatByName,
  update: updateSeat,
} = bindCombatants<State, Seat, 'seats'>('seats');

export const updateObject = (state: State, object: string, change: Partial<BoardObject>): State => ({
  ...state,
  objects: state.objects.map((each) => (each.name === object ? { ...each, ...change } : each)),
});

/** Changes some fields of the open activation. The state stays unchanged if there is no activation. */
export const updateActivation = (state: State, change: (activation: Activation) => Partial<Activation>): State =>
  state.activation === undefined
    ? state
    : { ...state, activation: { ...state.activation, ...change(state.activation) } };

/** The battle with another board, its objects and its zones. */
export const updateBoard = (state: State, { board, objects, zones }: FieldPlan): State => ({
  ...state,
  board,
  objects,
  zones: Object.fromEntries(state.seats.map(({ id }, index) => [id, zones[index] ?? []])),
});

export const isFigure = (warrior: Warrior): warrior is Figure =>
  warrior.at !== undefined && warrior.removed === undefined;

export const figuresOf = (state: State): readonly Figure[] => state.warriors.filter(isFigure);

export interface ActingWarrior {
  readonly activation: Activation;
  readonly warrior: Figure;
}

/** The activated warrior with its activation. Undefined if no warrior on the board is activated. */
export const findActingWarrior = (state: State): ActingWarrior | undefined => {
  const { activation } = state;
  const warrior = activation && find(state, activation.warrior);
  return activation && warrior && isFigure(warrior) ? { activation, warrior } : undefined;
};

export const traitCopies = ({ traits }: Warrior, trait: string): number =>
  traits.filter((each) => each === trait).length;

export const findWeapon = ({ weapons }: Warrior, id: string): Weapon | undefined =>
  weapons.find((weapon) => weapon.id === id);

/** The battle as if these warriors, and all warriors of these seats, were not there. */
export const withoutWarriors = ({ activation, ...state }: State, ids: readonly string[]): State => {
  const warriors = state.warriors.filter(({ id, owner }) => !ids.includes(id) && !ids.includes(owner));
  const acts = activation !== undefined && warriors.some(({ id }) => id === activation.warrior);
  return { ...state, warriors, ...(acts && { activation }) };
};

/** The battle after a warrior, or all warriors of a seat, left. Before the battle they are gone, and so is the seat. */
export const withDeparted = (state: State, who: string, as: Departure): State => {
  const left = withoutWarriors(state, [who]);
  if (state.phase === 'setup') return { ...left, seats: state.seats.filter(({ id }) => id !== who) };
  const stays = (id: string | undefined): boolean => left.warriors.some((each) => each.id === id);
  return {
    ...left,
    effects: state.effects.filter((effect) => effect.who !== who),
    warriors: state.warriors.map((each) =>
      stays(each.id) || each.removed !== undefined
        ? each
        : { ...each, at: undefined, ready: false, removed: as === 'mistake' ? 'left' : as },
    ),
    objects: state.objects.map(({ carrier, ...object }) =>
      carrier === undefined || stays(carrier)
        ? { ...object, carrier }
        : { ...object, at: find(state, carrier)?.at ?? object.at },
    ),
  };
};
