import { z } from 'zod';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { gmActor, gmCaller } from '../../../src/rules/expected-action.ts';
import type { Game } from '../../../src/rules/game.ts';
import { straalara } from '../../../src/systems/straalara/index.ts';
import {
  type ActionSlot,
  actionNames,
  type Combatant,
  type Nomination,
  type State,
  stages,
} from '../../../src/systems/straalara/state.ts';
import { actionClass, initiativeRating, planAttack } from '../../systems/straalara/inner.ts';
import { type Facts, facts, settingsFrom, withoutNulls } from './facts.ts';

const setupSchema = z.strictObject({
  settings: z.record(z.string(), z.unknown()).default({}),
  stage: z.enum(stages).default('SETUP'),
  turn: z.int().default(1),
  elapsedSeconds: z.int().default(0),
  combatants: z.array(z.record(z.string(), z.unknown())).default([]),
});

const stateOf = z.object({
  name: z.string(),
  controller: z.string().optional(),
  side: z.string().optional(),
  lost: z.int().optional(),
  overflow: z.int().default(0),
  life: z.enum(['up', 'incapacitated', 'dead']).optional(),
  dazed: z.boolean().default(false),
  rating: z.int().optional(),
  score: z.int().optional(),
  stance: z.enum(['none', 'offense', 'mixed', 'partial', 'defense']).default('none'),
  moved: z.int().default(0),
  defensesUsed: z.int().default(0),
});

const emptyGame = (settings: unknown): Game => {
  const game = straalara.createGame(settings);
  if (!game.ok) throw new Error('The settings of the case do not parse.');
  return game.value;
};
const emptyBattle = (settings: unknown): State => emptyGame(settings).save() as State;

/** A combatant as it joins. */
const joined = (who: string, side: string | undefined, sheet: unknown): Combatant => {
  const { combatants } = emptyGame({})
    .applyEvents([{ type: 'entered', who, side, sheet }])
    .save() as State;
  const [me] = combatants;
  if (me === undefined) throw new Error('Nobody has joined.');
  return me;
};

/** The battle after all declarations, with its first step opened. */
const opened = (state: State): Game => {
  const next = { do: 'verb', verb: 'next', params: {} } as const;
  const outcome = straalara
    .openGame({ ...state, stage: 'DECLARE' })
    .act(next, gmCaller('gm', gmActor), [], createScriptedDice([]));
  if (!outcome.ok || outcome.value.kind !== 'decided') throw new Error('The actions do not open.');
  return straalara.openGame(outcome.value.game.save());
};

/** An action of the setup, which has passed its checks. */
const nominated = (me: Combatant, given: unknown): Nomination => {
  const { state: _state, status: _status, ...action } = facts(withoutNulls(given));
  const draft = { action: 'none', ...action } as Nomination;
  return { ...draft, class: actionClass(me, draft) };
};

const slotFrom = (me: Combatant, given: unknown): ActionSlot => {
  if (given === null || given === undefined) return { status: 'empty' };
  const status = typeof given === 'string' ? given : (facts(given).state ?? facts(given).status ?? 'nominated');
  const as = nominated(me, given);
  if (status === 'taken' || status === 'passed' || status === 'lapsed' || status === 'lost') return { status, as };
  return status === 'empty' ? { status } : { status: 'nominated', as, opened: true };
};

const extendedFrom = (me: Combatant, given: unknown): Combatant['extended'] => {
  if (given === null || given === undefined) return undefined;
  const { action, progress, goal, ...details } = facts(given);
  const whole =
    typeof action === 'object'
      ? action
      : me.sheet.spells.some(({ name }) => name === action)
        ? { ...details, action: 'spell', spell: action }
        : { ...details, action: action ?? (details.spell === undefined ? 'act' : 'spell') };
  const begun = nominated(me, whole);
  const spell = me.sheet.spells.find(({ name }) => name === begun.spell);
  const due = goal ?? begun.goal ?? (spell === undefined || spell.kind === 'defense' ? undefined : spell.goal);
  return { action: begun, progress: Number(progress ?? 0), goal: Number(due ?? 1) };
};

const modifiersFrom = (given: unknown): Combatant['modifiers'] =>
  z
    .array(
      z.object({
        for: z.enum(['take', 'defend', 'soak']),
        dice: z.int().default(0),
        difficulty: z.int().default(0),
        long: z.boolean().default(false),
        unseen: z.boolean().default(false),
      }),
    )
    .parse(withoutNulls(given ?? []));

/** A botch of the setup. Its missing attack follows from the weapon or spell. */
const botchFrom = (me: Combatant, given: unknown, settings: State['settings']): Combatant['openBotch'] => {
  if (given === null || given === undefined) return undefined;
  const {
    roll,
    weapon,
    with: tool,
    spell,
    maneuver,
    base,
  } = facts(withoutNulls(typeof given === 'string' ? { roll: given } : given));
  const used = z
    .string()
    .optional()
    .parse(weapon ?? tool);
  const kind = roll === 'defense' || roll === 'action' || roll === 'oppose' ? roll : 'attack';
  const word = String(maneuver ?? (used === undefined ? 'brawl' : 'melee'));
  const action = actionNames.find((name) => name === word) ?? 'none';
  const plan = planAttack(
    me,
    { action, weapon: used, spell: z.string().optional().parse(spell) },
    emptyBattle(settings),
  );
  return {
    roll: kind,
    maneuver: word,
    weapon: kind === 'attack' ? (used ?? plan?.weapon) : used,
    base: z.int().optional().parse(base) ?? (kind === 'attack' ? plan?.base : undefined),
    batch: 0,
  };
};

/** Lost levels and life state, each derived from the other if only one is given. */
const woundsFrom = (
  { lost, overflow, life }: Pick<z.output<typeof stateOf>, 'lost' | 'overflow' | 'life'>,
  { healthTrack, death }: State['settings'],
): Pick<Combatant, 'lost' | 'life'> => {
  const most = healthTrack.length;
  const full = lost === undefined ? overflow > 0 : lost >= most;
  const follows = !full ? 'up' : death === 'overflow' && overflow > 0 ? 'dead' : 'incapacitated';
  return { lost: lost ?? (full || (life ?? 'up') !== 'up' ? most : 0), life: life ?? follows };
};

const combatantFrom = (given: Facts, { stage, settings }: State): Combatant => {
  const { controller: _controller, name, stance, ...parsed } = stateOf.parse(withoutNulls(given));
  const sheet = straalara.sheet.parse(withoutNulls(given));
  const fresh = { ...joined(name, parsed.side, sheet), ...parsed, ...woundsFrom(parsed, settings) };
  const rating =
    fresh.score === undefined ? fresh.rating : (fresh.rating ?? initiativeRating(fresh, emptyBattle(settings)));
  const me: Combatant = { ...fresh, rating, stance: stance === 'partial' ? 'mixed' : stance };
  const extended = extendedFrom(me, given.extended);
  const known = {
    ...me,
    extended,
    modifiers: modifiersFrom(given.modifiers),
    openBotch: botchFrom(me, given.openBotch, settings),
  };
  const [first, second] = Array.isArray(given.actions) ? given.actions : [];
  const declared = stage === 'ACTIONS' && me.life === 'up' && me.score !== undefined;
  return {
    ...known,
    actions: [slotFrom(known, first ?? (declared ? { action: 'none' } : null)), slotFrom(known, second)],
  };
};

/** The battle of a case's setup with its first step open, and its controllers. */
export const loadSetup = (given: unknown): { readonly game: Game; readonly controllers: Map<string, string> } => {
  const told = Object.fromEntries(Object.entries(facts(given)).filter(([, value]) => value !== null));
  const { settings, combatants, ...setup } = setupSchema.parse(told);
  const empty: State = { ...emptyBattle(settingsFrom(settings)), ...setup, combatants: [] };
  const state = { ...empty, combatants: combatants.map((each) => combatantFrom(each, empty)) };
  const controllers = new Map(
    combatants.map((each) => [String(each.name), typeof each.controller === 'string' ? each.controller : 'GM']),
  );
  return { game: state.stage === 'ACTIONS' ? opened(state) : straalara.openGame(state), controllers };
};
