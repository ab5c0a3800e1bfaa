import { z } from 'zod';
import type { Refusal, Result } from '../../core/message.ts';
import { bindCombatants } from '../../rules/combatants.ts';
import { effectSchema, effectSum } from '../../rules/effects.ts';
import { bindEvents } from '../../rules/event.ts';
import { squareSchema } from '../../rules/grid/square.ts';
import type { RulingDraft } from '../../rules/order-limits.ts';
import { bindQueries, bindVerbs } from '../../rules/verb.ts';
import { compassDirections } from '../../rules/view.ts';
import type { RefusalCode } from './refusals.ts';
import { settingsSchema } from './settings.ts';
import { corpseStates, deathCauses, sheetSchema } from './sheet.ts';

export const facingSchema = z.enum(compassDirections);
export type Facing = z.output<typeof facingSchema>;

export const altitudes = ['ground', 'low', 'mid', 'high'] as const;
export const stances = ['none', 'defend-self', 'defend-ally', 'counter'] as const;
export const lifeStates = ['conscious', 'unconscious', 'dead', 'destroyed'] as const;

export const combatantId = z.string().min(1).max(100);
export const listSchema = <S extends z.ZodType>(of: S) => z.array(of).readonly();

/** A condition of a combatant. `turns`: undefined if it lasts until removed. */
export const conditionSchema = z.strictObject({
  name: z.string().min(1).max(60),
  disrupts: z.boolean(),
  turns: z.int().min(1).max(99).optional(),
});
export type Condition = z.output<typeof conditionSchema>;

/** The GM’s modifiers for the next roll: hit bonus, damage (percent), or the die result. SK-EXC-3. */
export const nextRollSchema = z.strictObject({
  hit: z.int().optional(),
  damage: z.int().optional(),
  roll: z.int().min(1).max(100).optional(),
});

/** A combatant in the battle. `at`: undefined before it is placed. Section 2.2. */
export const combatantSchema = z.strictObject({
  id: combatantId,
  team: z.string().min(1),
  joined: z.int(),
  sheet: sheetSchema,
  at: squareSchema.optional(),
  facing: facingSchema,
  /** Height above the ground. It changes reach only if `height.counts` is on. SK-RUL-61. */
  altitude: z.enum(altitudes),
  hp: z.int(),
  essence: z.int().min(0),
  conditions: listSchema(conditionSchema),
  stance: z.enum(stances),
  defendAlly: combatantId.optional(),
  aim: z.strictObject({ target: combatantId, turns: z.int().min(1) }).optional(),
  life: z.enum(lifeStates),
  deathCause: z.enum(deathCauses).optional(),
  remains: z.enum(corpseStates).optional(),
  /** Number of attacks taken for allies in this round. SK-RUL-42. */
  intercepts: z.int(),
  next: nextRollSchema,
});
export type Combatant = z.output<typeof combatantSchema>;
export type PlacedCombatant = Combatant & { readonly at: z.output<typeof squareSchema> };

export const turnSchema = z.strictObject({
  who: combatantId,
  startFacing: facingSchema,
  /** Facing when the move began, for the limit of SK-TURNING-3. Undefined before a move. */
  moveFacing: facingSchema.optional(),
  pointsSpent: z.int(),
  preTurned: z.boolean(),
  moved: z.boolean(),
  postTurned: z.boolean(),
  acted: z.boolean(),
  enemies: listSchema(z.strictObject({ id: combatantId, adjacentCount: z.int(), aooTaken: z.boolean() })),
});
export type Turn = z.output<typeof turnSchema>;

const stuntSchema = z.strictObject({
  who: combatantId,
  target: combatantId.optional(),
  text: z.string(),
  sizeWarning: z.boolean(),
});

/** State of a battle. Section 2.3. */
export const stateSchema = z.strictObject({
  status: z.enum(['setup', 'active', 'ended']),
  settings: settingsSchema,
  board: z.strictObject({ width: z.int(), height: z.int(), blocked: listSchema(squareSchema) }),
  objective: z.string(),
  /** Round in which the GM set the objective. Undefined if it was set before the battle. SK-OBJ-6. */
  objectiveSince: z.int().optional(),
  /** Round of the GM’s last hint at a stalemate. Undefined before the first hint. SK-HINT-1. */
  hintedAt: z.int().optional(),
  /** The team that holds the ground, and for how many rounds in a row. Undefined if no team does. SK-OBJ-3. */
  held: z.strictObject({ team: z.string(), rounds: z.int() }).optional(),
  round: z.int(),
  order: listSchema(combatantId),
  /** Index of the current turn in the turn order; −1 before the first turn. */
  place: z.int(),
  /** The current turn. Undefined while the battle is not active or no one can act. */
  turn: turnSchema.optional(),
  combatants: listSchema(combatantSchema),
  stunts: listSchema(stuntSchema),
  effects: listSchema(effectSchema),
  winner: z.string().optional(),
  ending: z.string().optional(),
  lastMove: z.strictObject({ who: combatantId, points: listSchema(squareSchema) }).optional(),
  /** Last moves of other combatants before `lastMove`, oldest first, for readers who must not see `lastMove`. */
  movesBefore: listSchema(z.strictObject({ who: combatantId, points: listSchema(squareSchema) })).optional(),
  lastAttack: z
    .strictObject({ attacker: combatantId, target: combatantId, from: squareSchema, to: squareSchema })
    .optional(),
});
export type State = z.output<typeof stateSchema>;

export type CheckResult<Found> = Result<Found, Refusal<RefusalCode>>;

export type Draft = RulingDraft<State>;
export const event = bindEvents<State>();
export const { order, reply } = bindVerbs<State, RefusalCode>();
export const query = bindQueries<State, RefusalCode>();

/** Functions to find and update combatants. */
const combatants = bindCombatants<State, Combatant, 'combatants'>('combatants');
export const { find, findByName, update, buildRoster } = combatants;

export const isPlaced = (combatant: Combatant): combatant is PlacedCombatant => combatant.at !== undefined;

/** True if the combatant is neither dead nor destroyed. */
export const isAlive = ({ life }: Pick<Combatant, 'life'>): boolean => life === 'conscious' || life === 'unconscious';

const isFrozen = ({ life, remains }: Combatant): boolean => life === 'dead' && remains === 'frozen';

/** True if the combatant blocks its square: if alive or a frozen body. SK-RUL-21. */
export const isBlocking = (who: Combatant): boolean => isAlive(who) || isFrozen(who);

/** True if the combatant may be the target of an attack, aim or spell. SK-ATK-16, SK-DEATH-7. */
export const isAttackable = (who: Combatant): boolean => isAlive(who) || isFrozen(who);

/** The combatant on the board with this id. Throws if there is none. */
export const findPlaced = (state: State, id: string): PlacedCombatant => {
  const found = find(state, id);
  if (found === undefined || !isPlaced(found)) throw new Error(`${id} does not stand on the board.`);
  return found;
};

export const isDisrupted = ({ conditions }: Combatant): boolean => conditions.some(({ disrupts }) => disrupts);

/** True if the combatant is conscious and not disrupted. Section 2.2. */
export const isAbleToAct = (combatant: Combatant): boolean => combatant.life === 'conscious' && !isDisrupted(combatant);

export const hasTrait = ({ sheet }: Combatant, trait: 'BACKSTABBER' | 'SUPER_DEFENSE'): boolean =>
  sheet.traits.includes(trait);

/** A number of the sheet with the GM’s effects, at least 0. */
export const effectiveRating = (
  state: Pick<State, 'effects'>,
  { id, sheet }: Combatant,
  rate: 'attack' | 'defense' | 'speed' | 'agility',
): number => (state.effects.length === 0 ? sheet[rate] : Math.max(0, sheet[rate] + effectSum(state.effects, id, rate)));

/** Sorts combatants by turn order. Combatants outside the turn order come last, as they joined. SK-AOO-9. */
export const sortByTurnOrder = <One extends Combatant>(state: State, those: readonly One[]): readonly One[] => {
  if (those.length < 2) return those;
  const place = (name: string): number => {
    const found = state.order.indexOf(name);
    return found < 0 ? state.order.length : found;
  };
  return those.toSorted((a, b) => place(a.id) - place(b.id) || a.joined - b.joined);
};

/** Fields that clear a combatant’s stance. */
export const clearedStance = { stance: 'none', defendAlly: undefined } as const;
/** Fields that clear a combatant’s stance and aim. */
export const clearedStanceAndAim = { ...clearedStance, aim: undefined } as const;

/** Updates the current turn. The state stays unchanged if there is no turn. */
export const updateTurn = (state: State, change: (turn: Turn) => Turn): State =>
  state.turn === undefined ? state : { ...state, turn: change(state.turn) };

/** The battle as if these combatants were not there. */
export const withoutCombatants = (state: State, ids: readonly string[]): State => {
  const gone = (name: string): boolean => ids.includes(name);
  const { lastMove, movesBefore = [] } = state;
  const moves = [...movesBefore, ...(lastMove ? [lastMove] : [])].filter(({ who }) => !gone(who));
  return {
    ...combatants.withoutCombatants(state, ids),
    order: state.order.filter((name) => !gone(name)),
    place: state.place - state.order.slice(0, state.place + 1).filter(gone).length,
    stunts: state.stunts.filter(({ who }) => !gone(who)),
    lastMove: moves.at(-1),
    movesBefore: moves.length > 1 ? moves.slice(0, -1) : undefined,
    ...(state.turn && { turn: { ...state.turn, enemies: state.turn.enemies.filter(({ id }) => !gone(id)) } }),
    effects: state.effects.filter(({ who }) => !gone(who)),
  };
};
