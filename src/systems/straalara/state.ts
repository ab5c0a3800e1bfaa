import { z } from 'zod';
import { normalizeName, type Refusal, type Result } from '../../core/message.ts';
import { bindCombatants } from '../../rules/combatants.ts';
import { effectSchema } from '../../rules/effects.ts';
import { bindEvents } from '../../rules/event.ts';
import type { RulingDraft } from '../../rules/order-limits.ts';
import { bindQueries, bindVerbs } from '../../rules/verb.ts';
import type { RefusalCode } from './refusals.ts';
import { settingsSchema } from './settings.ts';
import { actionTimings, damageSchema, defenseNames, maneuvers, poolSchema, sheetSchema, type Weapon } from './sheet.ts';

export const stages = ['SETUP', 'INITIATIVE', 'DECLARE', 'ACTIONS', 'END', 'ENDED'] as const;

export const stances = ['offense', 'mixed', 'defense'] as const;
export type Stance = (typeof stances)[number] | 'none';

export const lifeStates = ['up', 'incapacitated', 'dead'] as const;

export const actionNames = [...maneuvers, 'act', 'trivial', 'continue', 'recover', 'none'] as const;
export type ActionName = (typeof actionNames)[number];

const details = {
  target: z.string().optional(),
  weapon: z.string().optional(),
  spell: z.string().optional(),
  label: z.string().optional(),
  attribute: z.string().optional(),
  ability: z.string().optional(),
  difficulty: z.int().optional(),
  opposed: poolSchema.optional(),
  damage: damageSchema.optional(),
  timing: z.enum(actionTimings).optional(),
  goal: z.int().min(1).optional(),
  ready: z.string().optional(),
  stow: z.string().optional(),
};

/** An action as a player typed it, not yet checked. Sealed nominations contain such actions. */
const wordedSchema = z.strictObject({ action: z.string(), ...details });
export type WrittenAction = z.output<typeof wordedSchema>;

/** A nomination that has passed its checks; its `class` cannot change later. ST-GEN-6. */
export const nominationSchema = z.strictObject({
  action: z.enum(actionNames),
  class: z.enum(['attack', 'harmful', 'plain']),
  ...details,
});
export type Nomination = z.output<typeof nominationSchema>;

/** The first or second action of a turn. `opened` is true if everyone may see the nomination. */
const slotSchema = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('empty') }),
  z.strictObject({ status: z.literal('nominated'), as: nominationSchema, opened: z.boolean() }),
  z.strictObject({ status: z.enum(['taken', 'passed', 'lapsed', 'lost']), as: nominationSchema.optional() }),
]);
export type ActionSlot = z.output<typeof slotSchema>;

export const slotNumberSchema = z.union([z.literal(1), z.literal(2)]);
export type SlotNumber = z.output<typeof slotNumberSchema>;

/** The GM’s modifier for a combatant’s next roll of one kind. ST-GM-1. */
export const modifierSchema = z.strictObject({
  for: z.enum(['take', 'defend', 'soak']),
  dice: z.int(),
  difficulty: z.int(),
  long: z.boolean(),
  unseen: z.boolean(),
});
export type Modifier = z.output<typeof modifierSchema>;

/** A botch that the GM has not settled. `base`: the base damage of the attack, if an attack was botched. ST-GM-2. */
const botchSchema = z.strictObject({
  roll: z.enum(['attack', 'defense', 'action', 'oppose']),
  maneuver: z.string(),
  weapon: z.string().optional(),
  base: z.int().optional(),
  batch: z.int(),
});
export type OpenBotch = z.output<typeof botchSchema>;

export const extendedActionSchema = z.strictObject({ action: nominationSchema, progress: z.int(), goal: z.int() });

export const sealedNominationSchema = z.strictObject({
  stance: z.string().optional(),
  first: wordedSchema.optional(),
  second: wordedSchema.optional(),
});
export type SealedNomination = z.output<typeof sealedNominationSchema>;

export const combatantSchema = z.strictObject({
  id: z.string(),
  side: z.string().optional(),
  sheet: sheetSchema,
  lost: z.int().min(0),
  overflow: z.int().min(0),
  life: z.enum(lifeStates),
  dazed: z.boolean(),
  /** True if the daze ends with this turn, under `dazeLoses: next-turn`. ST-DAZE-3. */
  dazeEnds: z.boolean(),
  rating: z.int().optional(),
  score: z.int().optional(),
  stance: z.enum(['none', ...stances]),
  actions: z.tuple([slotSchema, slotSchema]),
  moved: z.int().min(0),
  defensesUsed: z.int().min(0),
  extended: extendedActionSchema.optional(),
  modifiers: z.array(modifierSchema),
  openBotch: botchSchema.optional(),
  intent: sealedNominationSchema,
});
export type Combatant = z.output<typeof combatantSchema>;

/** One place in the acting order. `late` means directly after the first action of the same combatant. ST-STANCE-4. */
export const turnStepSchema = z.strictObject({
  combatant: z.string(),
  slot: slotNumberSchema,
  value: z.int(),
  rating: z.int(),
  late: z.boolean(),
  over: z.boolean(),
});
export type TurnStep = z.output<typeof turnStepSchema>;

export const groupMemberSchema = z.strictObject({ combatant: z.string(), slot: slotNumberSchema });

/** A wound or weapon change that waits until all simultaneous combatants have acted. ST-SIM-4. */
export const deferredEffectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('wound'), target: z.string(), healthLost: z.int().min(0), dazes: z.boolean() }),
  /** What the table’s own content adds to a spell that worked. ST-ACT-8. */
  z.strictObject({ kind: z.literal('spell'), who: z.string(), spell: z.string(), target: z.string() }),
  z.strictObject({ kind: z.literal('ready'), who: z.string(), weapon: z.string(), ready: z.boolean() }),
]);
export type DeferredEffect = z.output<typeof deferredEffectSchema>;

export const pendingAttackSchema = z.strictObject({
  attacker: z.string(),
  target: z.string(),
  slot: slotNumberSchema,
  maneuver: z.enum(maneuvers),
  weapon: z.string().optional(),
  spell: z.string().optional(),
  unseen: z.boolean(),
  /** Attack successes before the defense; a finished extended attack has 1 plus its surplus. ST-RES-10. */
  successes: z.int().min(1),
  base: z.int().min(0),
  netAdds: z.boolean(),
  /** True if the damage waits for the end of the turn. ST-RES-9, ST-RES-10. */
  later: z.boolean(),
  answerableBy: z.array(z.enum(defenseNames)),
});
export type PendingAttack = z.output<typeof pendingAttackSchema>;

/** An effect that waits for the end of the turn; effects with the same `batch` apply together. ST-RES-11. */
export const queuedEffectSchema = z.strictObject({
  author: z.string(),
  target: z.string().optional(),
  what: z.string(),
  /** True if `what` is a spell with content of the table’s own. ST-ACT-8. */
  spell: z.literal(true).optional(),
  damage: z.strictObject({ base: z.int(), extra: z.int() }).optional(),
  batch: z.int(),
});
export type QueuedEffect = z.output<typeof queuedEffectSchema>;

export const stateSchema = z.strictObject({
  settings: settingsSchema,
  stage: z.enum(stages),
  turn: z.int().min(0),
  elapsedSeconds: z.int().min(0),
  /** Counts the groups of simultaneous actions; each effect has the number of its group. */
  batch: z.int().min(0),
  /** Combatants in roster order. */
  combatants: z.array(combatantSchema),
  /** The acting order of the turn, with finished steps; combatants that are down have no others. */
  steps: z.array(turnStepSchema),
  open: z.strictObject({ members: z.array(groupMemberSchema), held: z.array(deferredEffectSchema) }).optional(),
  pendingAttack: pendingAttackSchema.optional(),
  endOfTurnQueue: z.array(queuedEffectSchema),
  effects: z.array(effectSchema),
  outcome: z.strictObject({ winner: z.string().optional(), reason: z.string() }).optional(),
});
export type State = z.output<typeof stateSchema>;

export type CheckResult<Found> = Result<Found, Refusal<RefusalCode>>;

export type Draft = RulingDraft<State>;
export const event = bindEvents<State>();
export const { order } = bindVerbs<State, RefusalCode>();
export const query = bindQueries<State, RefusalCode>();

/** The id of a combatant in an event. */
export const combatantId = z.string();

const combatants = bindCombatants<State, Combatant, 'combatants'>('combatants');
export const { find, findByName, update, replace, buildRoster } = combatants;

/** The battle as if these combatants did not exist. */
export const withoutCombatants = (state: State, names: readonly string[]): State => {
  const { open, steps } = state;
  const members = open?.members.filter(({ combatant }) => !names.includes(combatant)) ?? [];
  return {
    ...combatants.withoutCombatants(state, names),
    steps: steps.filter(({ combatant }) => !names.includes(combatant)),
    ...(open && { open: members.length > 0 ? { ...open, members } : undefined }),
  };
};

/** The battle after a combatant left. Attacks on it stay nominated, and fail. ST-GM-4, ST-NOM-8. */
export const withDeparted = (state: State, who: string): State => ({
  ...combatants.withoutCombatants(state, [who]),
  steps: state.steps.filter(({ combatant }) => combatant !== who),
  effects: state.effects.filter((effect) => effect.who !== who),
});

/** Finds an item by its exact name, or else regardless of case. */
export const findNamedItem = <T extends { readonly name: string }>(
  things: readonly T[],
  wanted: string,
): T | undefined =>
  things.find((thing) => thing.name === wanted) ??
  things.find((thing) => normalizeName(thing.name) === normalizeName(wanted));

export const findWeapon = (me: Combatant, wanted: string): Weapon | undefined =>
  findNamedItem(me.sheet.weapons, wanted);

export const updateWeapon = (me: Combatant, weapon: string, change: Partial<Weapon>): Combatant => ({
  ...me,
  sheet: {
    ...me.sheet,
    weapons: me.sheet.weapons.map((each) => (each.name === weapon ? { ...each, ...change } : each)),
  },
});

/** True if the combatant is up and can act, even if dazed. Section 2.2 of RULES.md. */
export const isAble = ({ life }: Combatant): boolean => life === 'up';

/** True if a daze costs the combatant actions; with `dazeLoses: mark` the GM decides. ST-DAZE-3, ST-RUL-47. */
export const losesActions = ({ dazed }: Combatant, { settings }: State): boolean =>
  dazed && settings.dazeLoses !== 'mark';

/** True if the combat waits until the GM has settled a botch. ST-RUL-49. */
export const waitsForBotch = ({ settings, combatants: all }: State): boolean =>
  settings.botches === 'wait' && all.some(({ openBotch }) => openBotch !== undefined);

export const isCombatRunning = ({ stage }: State): boolean => stage !== 'SETUP' && stage !== 'ENDED';

export const slotOf = (me: Combatant, slot: SlotNumber): ActionSlot => me.actions[slot - 1] ?? { status: 'empty' };

/** The combatant with a change to its first or second action of the turn. */
export const withSlot = (me: Combatant, slot: SlotNumber, action: ActionSlot): Combatant => ({
  ...me,
  actions: slot === 1 ? [action, me.actions[1]] : [me.actions[0], action],
});

/** The combatant after its first or second action was passed, lapsed or lost. */
export const endSlot = (me: Combatant, slot: SlotNumber, status: 'passed' | 'lapsed' | 'lost'): Combatant => {
  const action = slotOf(me, slot);
  return withSlot(me, slot, { status, ...(action.status === 'nominated' && { as: action.as }) });
};

/** The battle after a step of the acting order is over. */
export const endStep = (state: State, who: string, slot: SlotNumber): State => ({
  ...state,
  steps: state.steps.map((step) => (step.combatant === who && step.slot === slot ? { ...step, over: true } : step)),
});
