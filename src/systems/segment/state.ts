import { z } from 'zod';
import { asName, isSameName, type Refusal, type Result, type Term, type Text, term } from '../../core/message.ts';
import { bindCombatants } from '../../rules/combatants.ts';
import { effectSchema, effectSum } from '../../rules/effects.ts';
import { bindEvents, textSchema } from '../../rules/event.ts';
import { squareSchema } from '../../rules/grid/square.ts';
import type { RulingDraft } from '../../rules/order-limits.ts';
import { bindQueries, bindVerbs } from '../../rules/verb.ts';
import type { RefusalCode } from './refusals.ts';
import { paces, settingsSchema } from './settings.ts';
import { lightLevels, missileKinds, sheetSchema, type Weapon, weaponUses } from './sheet.ts';
import { rowSchema } from './table-text.ts';

/** The actions that a combatant may declare for a round. SEG-DECL-3. */
export const mainActionKinds = [
  'attack',
  'move-attack',
  'attack-move',
  'run-attack',
  'move',
  'dodge',
  'withdraw',
  'cast',
  'move-cast',
  'hold',
  'full-defense',
  'desperate-defense',
  'pick-up',
  'first-aid',
  'other',
  'none',
] as const;

export type MainAction = (typeof mainActionKinds)[number];

const keyWords = [
  ...['move attack', 'attack move', 'run attack', 'move cast', 'full defense', 'desperate defense', 'pick up'],
  ...['first aid', 'fast sprint', 'pitch black'],
] as const;

/** Formats a code as words, like `move attack`. */
export const formatKey = (key: string): Term => term(keyWords.find((words) => words.replace(' ', '-') === key) ?? key);

export const hands = ['main', 'off'] as const;

export type Hand = (typeof hands)[number];

const listedAttack = z.strictObject({
  weapon: z.string(),
  use: z.enum(weaponUses),
  target: z.string(),
  hand: z.enum(hands),
});

export type ListedAttack = z.output<typeof listedAttack>;

/** A route: squares in order, or a way toward or away from a combatant. */
const route = z.union([
  z.strictObject({ squares: z.array(squareSchema) }),
  z.strictObject({ toward: z.string() }),
  z.strictObject({ away: z.string() }),
]);

export type Route = z.output<typeof route>;

export const declarationOptionsSchema = z.strictObject({
  noMovement: z.boolean().default(false),
  aim: z.boolean().default(false),
  doubleShot: z.boolean().default(false),
  sheathe: z.array(z.string()).default([]),
  draw: z.array(z.strictObject({ weapon: z.string(), hand: z.enum(hands) })).default([]),
  readyShield: z.boolean().default(false),
  drink: z.strictObject({ potion: z.string(), pay: z.enum(['attacks', 'movement']) }).optional(),
  defend: z.int().optional(),
  freeActions: z.array(z.string()).default([]),
  freeMove: squareSchema.optional(),
});

export type DeclarationOptions = z.output<typeof declarationOptionsSchema>;

export const declarationSchema = z.strictObject({
  main: z.enum(mainActionKinds),
  attacks: z.array(listedAttack),
  options: declarationOptionsSchema,
  /** Number of attacks left after the costs of the main action and of the options. SEG-INIT-8. */
  kept: z.int(),
  target: z.string().optional(),
  weapon: z.string().optional(),
  route: route.optional(),
  pace: z.enum(paces).optional(),
  spell: z.string().optional(),
  follow: z.string().optional(),
  byAir: z.boolean().default(false),
  /** The held action or other action, as the player described it. */
  text: z.string().optional(),
  missile: z.enum(missileKinds).optional(),
  /** True for a spell carried over from the last round; it begins on segment 10 without a die. */
  carried: z.boolean().default(false),
});

export type Declaration = z.output<typeof declarationSchema>;

export const actionSlotSchema = z.strictObject({
  /** Number of the attack or action, from 1. */
  number: z.int(),
  kind: z.enum(['attack', 'cast', 'first-aid', 'other']),
  weapon: z.string().optional(),
  use: z.enum(weaponUses).optional(),
  target: z.string().optional(),
  hand: z.enum(hands).default('main'),
  /** Sides of the initiative die. Undefined if no die was rolled. */
  die: z.int().optional(),
  natural: z.int(),
  modifier: z.int(),
  segment: z.int(),
  status: z.enum(['pending', 'waiting', 'done', 'lost', 'carried']),
  lost: z.string().optional(),
  /** The segment on which the action was resolved. Undefined before the action is resolved. */
  at: z.int().optional(),
  /** True if the attacker has confirmed an attack on a target that only defends. SEG-DECL-9. */
  settled: z.boolean().default(false),
});

export type ActionSlot = z.output<typeof actionSlotSchema>;

/** A combatant’s movement in one round, counted in fortieths of a foot to avoid fractions. */
export const movementProgressSchema = z.strictObject({
  route: z.union([route, z.strictObject({ follow: z.string() })]),
  /** Fortieths of a foot per segment for each foot of TMR; a walk has 4. */
  rate: z.int(),
  /** The first segment of movement. Undefined while attacks must come first. */
  begins: z.int().optional(),
  covered: z.int(),
  entered: z.int(),
  done: z.boolean(),
  /** Foes that may make no free attack when the combatant moves away from them. SEG-DECL-9. */
  spared: z.array(z.string()).default([]),
});

export type MovementProgress = z.output<typeof movementProgressSchema>;

export const stuckMissileSchema = z.strictObject({
  kind: z.enum(missileKinds),
  dexPenalty: z.int(),
  bleed: z.int(),
  /** The round of the hit. */
  round: z.int(),
});

export type StuckMissile = z.output<typeof stuckMissileSchema>;

export const sightDegrees = ['1x', '2x', 'fail'] as const;

export const lifeStates = ['up', 'down', 'dead'] as const;

const defending = z.strictObject({
  kind: z.enum(['partial', 'full', 'desperate']),
  scLoss: z.int(),
  defBonus: z.int(),
});

export const combatantSchema = z.strictObject({
  id: z.string(),
  team: z.string(),
  sheet: sheetSchema,
  hp: z.int(),
  entryHp: z.int(),
  life: z.enum(lifeStates),
  armorLoss: z.int(),
  stunned: z.boolean(),
  prone: z.boolean(),
  invisible: z.boolean(),
  encumbered: z.boolean(),
  mountedMoving: z.boolean(),
  alert: z.boolean(),
  hand: z.string().optional(),
  offHand: z.string().optional(),
  shieldReady: z.boolean(),
  atFeet: z.array(z.string()),
  /** The squares of weapons in `atFeet`, by name. Undefined for a weapon that lies where its owner is. SEG-RUL-95. */
  lying: z.record(z.string(), squareSchema).optional(),
  potions: z.array(z.string()),
  energy: z.int().optional(),
  /** Prepared uses left, by spell. */
  uses: z.record(z.string(), z.int()),
  pos: squareSchema.optional(),
  declaration: declarationSchema.optional(),
  initiatives: z.array(actionSlotSchema),
  noMovement: z.boolean(),
  dodging: z.boolean(),
  /** True in a round in which the combatant picks up a weapon; this lowers its DEF. SEG-PICK-1. */
  picking: z.boolean(),
  pickDegree: z.int().optional(),
  pace: z.enum(paces),
  aiming: z.strictObject({ weapon: z.string(), target: z.string() }).optional(),
  aimCarried: z.strictObject({ weapon: z.string(), target: z.string(), round: z.int() }).optional(),
  defending: defending.optional(),
  casting: z
    .strictObject({ spell: z.string(), target: z.string().optional(), begins: z.int(), goesOff: z.int() })
    .optional(),
  /** The spell to begin on segment 10 of the next round. If there is no spell, another action begins then. */
  carried: z.strictObject({ spell: z.string().optional(), target: z.string().optional() }).optional(),
  march: movementProgressSchema.optional(),
  stuck: z.array(stuckMissileSchema),
  ambushLevel: z.int().min(1).max(5).optional(),
  unseen: z.record(z.string(), z.enum(sightDegrees)),
  pushedBy: z.array(z.string()),
  freeActionsUsed: z.int(),
  freeMoveUsed: z.boolean(),
  /** True after the free attacks that come before the combatant’s first step. */
  parted: z.boolean(),
  /** True after the combatant has sheathed and drawn the declared weapons. */
  rearmed: z.boolean(),
  /** True after the combatant has readied the declared shield. */
  shieldDone: z.boolean(),
  drunk: z.boolean(),
  /** Why the remaining actions of the round are lost. Undefined if they are not lost. */
  actionsLost: z.string().optional(),
  grievousPending: z.boolean(),
  wounds: z.array(z.string()),
});

export type Combatant = z.output<typeof combatantSchema>;

export type LifeState = Combatant['life'];

const attackInQuestion = { who: z.string(), number: z.int(), target: z.string(), segment: z.int() };

export const pendingQuestionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('shout'), waiting: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('contingency'), ...attackInQuestion, spell: z.boolean() }),
  z.strictObject({ kind: z.literal('choose-again'), ...attackInQuestion }),
  z.strictObject({
    kind: z.literal('free-attack'),
    on: z.string(),
    left: z.array(z.string()),
    taking: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('push'), who: z.string(), on: z.string() }),
]);

export type PendingQuestion = z.output<typeof pendingQuestionSchema>;

/** What the GM may name for one attack: surprise in or out of combat, or an unseen attacker. SEG-SURP-1. */
export const surpriseKinds = ['in', 'out', 'unseen'] as const;

/** The kinds of rolls that the GM may modify once. */
export const adHocModifierRolls = ['attack', 'damage', 'check', 'initiative'] as const;

export const adHocModifierSchema = z.strictObject({
  who: z.string(),
  on: z.enum(adHocModifierRolls),
  amount: z.int(),
  reason: z.string(),
});

type AdHocModifier = z.output<typeof adHocModifierSchema>;

export const stateSchema = z.strictObject({
  status: z.enum(['setup', 'active', 'ended']),
  round: z.int(),
  phase: z.enum(['declare', 'resolve']),
  settings: settingsSchema,
  lighting: z.enum(lightLevels),
  combatants: z.array(combatantSchema),
  ambushRound: z.boolean(),
  ambushers: z.array(z.string()),
  clock: z.strictObject({ segment: z.int(), moved: z.boolean() }).optional(),
  pending: pendingQuestionSchema.optional(),
  surprises: z.array(z.strictObject({ attacker: z.string(), target: z.string(), kind: z.enum(surpriseKinds) })),
  covers: z.array(z.strictObject({ target: z.string(), from: z.string().optional(), kind: z.enum(['soft', 'hard']) })),
  adHocs: z.array(adHocModifierSchema),
  /** The GM's rulings on free attacks this round. SEG-WITHDRAW-3. */
  freeRulings: z.array(z.strictObject({ opponent: z.string(), on: z.string().optional(), allowed: z.boolean() })),
  /** Pairs of combatants in melee; a battle with a map does not use the list. SEG-RUL-20. */
  engagements: z.array(z.tuple([z.string(), z.string()])),
  effects: z.array(effectSchema),
  teamLeft: z.string().optional(),
  outcome: z.strictObject({ winner: z.string().optional(), reason: z.string() }).optional(),
  /** Tables set during this battle; an entry without rows means that the GM removed the table. SEG-TABLE-1. */
  tables: z.record(z.string(), z.array(rowSchema)).optional(),
});

export type State = z.output<typeof stateSchema>;

/** One number of a sum, with its rule. SEG-GEN-2. */
export const sumPartSchema = z.strictObject({ rule: z.string(), label: textSchema, value: z.int() });

export type SumPart = z.output<typeof sumPartSchema>;

export const sumPart = (rule: string, label: Text, value: number): SumPart => ({ rule, label, value });

export const sumOfParts = (parts: readonly SumPart[]): number => parts.reduce((sum, { value }) => sum + value, 0);

export const nonZeroParts = (...parts: readonly SumPart[]): SumPart[] => parts.filter(({ value }) => value !== 0);

/** The GM’s modifiers for the combatant’s next roll of one kind. SEG-GEN-7. */
export const gmModifierParts = ({ adHocs }: State, { id }: Combatant, roll: AdHocModifier['on']): readonly SumPart[] =>
  adHocs
    .filter(({ who, on }) => who === id && on === roll)
    .map(({ reason, amount }) => sumPart('SEG-GEN-7', asName(reason), amount));

/** The battle without the GM’s modifiers that the given rolls have used up. SEG-GEN-7. */
export const withoutGmModifiers = (state: State, id: string, ...rolls: readonly AdHocModifier['on'][]): State => ({
  ...state,
  adHocs: state.adHocs.filter(({ who, on }) => who !== id || !rolls.includes(on)),
});

/** A d100 roll that succeeds at or under `target`, the sum of `parts`. */
export const percentRollSchema = z.strictObject({
  roll: z.int(),
  target: z.int(),
  success: z.boolean(),
  parts: z.array(sumPartSchema),
});

export type PercentRoll = z.output<typeof percentRollSchema>;

/** A d100 roll against an attribute. `degree` is the smallest multiple at which it succeeds, or 5. */
export const degreeRollSchema = z.strictObject({
  roll: z.int(),
  attribute: z.int(),
  modifier: z.int(),
  degree: z.int(),
});

export type DegreeRoll = z.output<typeof degreeRollSchema>;

export type CheckResult<Found> = Result<Found, Refusal<RefusalCode>>;

export type Draft = RulingDraft<State>;

export const event = bindEvents<State>();

/** Declares an event of the round, in which one order acts for all combatants, hidden ones too. */
export const roundEvent: typeof event = (type, meaning) => event(type, { isRolledForAll: true, ...meaning });

export const { order } = bindVerbs<State, RefusalCode>();

export const query = bindQueries<State, RefusalCode>();

export const { find, findByName, update, withoutCombatants, buildRoster } = bindCombatants<
  State,
  Combatant,
  'combatants'
>('combatants');

/** True if the combatant is up and not stunned. SEG-GEN-4. */
export const isAble = ({ life, stunned }: Combatant): boolean => life === 'up' && !stunned;

export const areHostile = (a: Combatant, b: Combatant): boolean => a.team !== b.team;

/** DEX after penalties for stuck missiles; used only for checks and ties. SEG-CHECK-4, SEG-PEN-3, SEG-RUL-87. */
export const effectiveDex = ({ sheet, stuck }: Combatant): number =>
  Math.max(0, sheet.dex + stuck.reduce((sum, { dexPenalty }) => sum + dexPenalty, 0));

export const armorProt = ({ sheet, armorLoss }: Combatant): number => Math.max(0, sheet.prot.armor - armorLoss);

export const protOf = (state: State, combatant: Combatant): number =>
  Math.max(0, armorProt(combatant) + combatant.sheet.prot.other + effectSum(state.effects, combatant.id, 'prot'));

/** Reach of a melee weapon, or range of a ranged one (feet). */
export const reachOf = (weapon: Weapon): number =>
  isRanged(weapon) ? (weapon.range ?? Number.POSITIVE_INFINITY) : weapon.reach;

export const isRanged = ({ use }: Pick<Weapon, 'use'>): boolean => use !== 'melee';

/** Finds a weapon by name (`spear`) or name and use (`spear thrown`), preferably one that passes `fits`. */
export const findWeapon = (
  { sheet }: Combatant,
  text: string,
  fits: (weapon: Weapon) => boolean = () => true,
): Weapon | undefined => {
  const same = sheet.weapons.filter(
    (weapon) => isSameName(weapon.name, text) || isSameName(`${weapon.name} ${weapon.use}`, text),
  );
  return same.find(fits) ?? same[0];
};

/** The weapon with this name and use. Undefined if there is none. */
export const weaponOf = ({ sheet }: Combatant, name: string | undefined, use: Weapon['use'] | undefined) =>
  sheet.weapons.find((weapon) => weapon.name === name && weapon.use === use);

/** The melee weapon in the main hand, or else in the off hand. Undefined if there is none. */
export const heldMeleeWeapon = (who: Combatant): { readonly weapon: Weapon; readonly hand: Hand } | undefined => {
  const main = weaponOf(who, who.hand, 'melee');
  if (main !== undefined) return { weapon: main, hand: 'main' };
  const off = weaponOf(who, who.offHand, 'melee');
  return off && { weapon: off, hand: 'off' };
};

export const heldMeleeReach = (who: Combatant): number =>
  Math.max(5, ...[who.hand, who.offHand].map((name) => weaponOf(who, name, 'melee')?.reach ?? 0));

/** Sorts combatants that act on one segment, the first to act first. SEG-INIT-6, SEG-RUL-13. */
export const sortByTieOrder = (state: State, them: readonly Combatant[]): readonly Combatant[] =>
  them.toSorted(
    (a, b) =>
      b.sheet.im - a.sheet.im ||
      effectiveDex(b) - effectiveDex(a) ||
      state.combatants.indexOf(a) - state.combatants.indexOf(b),
  );

/** True if an ambush surprises the combatant at level 3 or more. SEG-AMB-6. */
export const isSurprised = (state: State, { ambushLevel }: Combatant): boolean =>
  state.ambushRound && (ambushLevel ?? 0) >= 3;

/** True if the combatant may declare in this round. */
export const canDeclareNow = (state: State, combatant: Combatant): boolean =>
  combatant.life === 'up' && !isSurprised(state, combatant);

/** The only team with a combatant that is up. Undefined if several teams have one, or none. SEG-ROUND-7. */
export const soleRemainingTeam = (state: State): string | undefined => {
  const teams = new Set(state.combatants.filter(({ life }) => life === 'up').map(({ team }) => team));
  return teams.size === 1 ? [...teams][0] : undefined;
};

/** True if declarations are secret until they are closed. SEG-RUL-1. */
export const areDeclarationsSecret = ({ settings, phase }: State): boolean =>
  phase === 'declare' && settings.declarations === 'private';

/** True if the attack or action is not over: pending or waiting. */
export const isSlotOpen = ({ status }: ActionSlot): boolean => status === 'pending' || status === 'waiting';

/** The attack or action with this number, from 1. Undefined if there is none. */
export const slotOf = (who: Combatant | undefined, number: number): ActionSlot | undefined =>
  who?.initiatives.find((slot) => slot.number === number);

/** The change to a combatant that ends its movement for the round. */
export const stopMarch = ({ march }: Combatant): Partial<Combatant> =>
  march === undefined ? {} : { march: { ...march, done: true } };

/** The battle with a change to one attack or action of a combatant. */
export const updateSlot = (state: State, id: string, number: number, what: Partial<ActionSlot>): State =>
  update(state, id, ({ initiatives }) => ({
    initiatives: initiatives.map((slot) => (slot.number === number ? { ...slot, ...what } : slot)),
  }));

/** A copy of the list, with one copy of each item in `gone` removed. */
export const removeItems = (list: readonly string[], gone: readonly string[]): string[] => {
  const left = [...list];
  for (const each of gone) {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
};
