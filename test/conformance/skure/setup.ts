import { z } from 'zod';
import { formatSquare, type Square } from '../../../src/rules/grid/square.ts';
import { compassDirections } from '../../../src/rules/view.ts';
import { skure } from '../../../src/systems/skure/index.ts';
import {
  altitudes,
  type Condition,
  combatantSchema,
  lifeStates,
  type State,
  stances,
  stateSchema,
} from '../../../src/systems/skure/state.ts';
import { corpseStates, deathCauses, turnOrder } from '../../systems/skure/inner.ts';

type Settings = State['settings'];

/** A combatant of the setup has no valid sheet. */
export class BadSetupSheet extends Error {}

const square = z.union([
  z.tuple([z.int(), z.int()]).transform(([x, y]) => ({ x, y })),
  z.strictObject({ x: z.int(), y: z.int() }),
]);

const setupSchema = z.strictObject({
  board: z
    .strictObject({ width: z.int(), height: z.int(), blocked: z.array(square).default([]) })
    .default({ width: 20, height: 20, blocked: [] }),
  settings: z.union([z.literal('defaults'), z.record(z.string(), z.unknown())]).default('defaults'),
  turn: z.string().nullish(),
  round: z.int().default(1),
  combatants: z.array(z.record(z.string(), z.unknown())).default([]),
  turnStartFacing: z.record(z.string(), z.enum(compassDirections)).default({}),
  status: z.enum(['setup', 'active', 'ended']).optional(),
  joinOrder: z.array(z.string()).optional(),
  controllers: z.record(z.string(), z.string()).default({}),
  objective: z.string().nullish(),
  teams: z.unknown().optional(),
  order: z.array(z.string()).optional(),
});

const conditionEntry = z.union([
  z.string(),
  z.looseObject({ name: z.string(), turns: z.int().nullish(), disrupts: z.boolean().optional() }),
  z.looseObject({ condition: z.string(), turns: z.int().nullish(), disrupts: z.boolean().optional() }),
]);

/** The fields of the battle's state that a case may give in addition to a sheet. */
const stateFields = z.strictObject({
  x: z.int().nullish(),
  y: z.int().nullish(),
  facing: z.enum(compassDirections).default('N'),
  altitude: z.enum(altitudes).default('ground'),
  conditions: z.array(conditionEntry).default([]),
  stance: z.enum(stances).default('none'),
  defendAlly: z.string().nullish(),
  aim: z.strictObject({ target: z.string(), turns: z.int() }).nullish(),
  life: z.enum(lifeStates).optional(),
  deathCause: z.enum(deathCauses).nullish(),
  remains: z.enum(corpseStates).nullish(),
  joinOrder: z.int().optional(),
  controller: z.string().nullish(),
  hp: z.int().optional(),
  essence: z.int().default(0),
  startFacing: z.enum(compassDirections).optional(),
  pointsSpent: z.int().default(0),
  preTurned: z.boolean().default(false),
  moved: z.boolean().default(false),
  postTurned: z.boolean().default(false),
  acted: z.boolean().default(false),
  adjacentCount: z.record(z.string(), z.int()).default({}),
  aooTaken: z
    .union([
      z.record(z.string(), z.boolean()),
      z
        .array(z.string())
        .transform((names): Readonly<Record<string, boolean>> => Object.fromEntries(names.map((name) => [name, true]))),
    ])
    .default({}),
});
type StateFields = z.output<typeof stateFields>;

const own = new Set(Object.keys(stateFields.shape));

const parts = (given: Readonly<Record<string, unknown>>) => {
  const entries = Object.entries(given);
  const battle = stateFields.parse(Object.fromEntries(entries.filter(([key]) => own.has(key))));
  const rest = Object.fromEntries(entries.filter(([key]) => !own.has(key)));
  return { battle, sheet: { ...rest, maxHp: rest.maxHp ?? battle.hp } };
};

/** A combatant of a case as an entrant, with its position. */
export const sheetOf = (given: unknown) => {
  const { battle, sheet } = parts(z.record(z.string(), z.unknown()).parse(given));
  const { name, team } = z.looseObject({ name: z.string(), team: z.string() }).parse(sheet);
  const at = battle.x == null || battle.y == null ? undefined : { x: battle.x, y: battle.y };
  const { hp, essence } = battle;
  return { id: name, team, sheet: { ...sheet, essence, ...(hp !== undefined && { hp }) }, at, facing: battle.facing };
};

/** SK-COND-1. */
const disrupting: readonly string[] = ['stunned', 'paralyzed', 'asleep'];

const conditionsOf = ({ conditions }: StateFields, settings: Settings): readonly Condition[] =>
  conditions.map((entry) => {
    const given = typeof entry === 'string' ? { name: entry } : entry;
    const called = String('name' in given ? given.name : given.condition);
    const { turns, disrupts = false } = typeof entry === 'string' ? {} : entry;
    const name = [...disrupting, 'gored'].find((known) => known === called.toLowerCase()) ?? called;
    // `stunned` without a number means one turn.
    const stun = name === 'stunned' ? (typeof entry === 'string' ? 1 : settings['stun.turns']) : undefined;
    const left = turns ?? stun;
    return { name, disrupts: disrupts || disrupting.includes(name), ...(left !== undefined && { turns: left }) };
  });

const lifeAt = (hp: number, settings: Settings): State['combatants'][number]['life'] => {
  if (hp <= -20) return 'dead';
  return hp > 0 || settings['death.unconscious'] === 'no' ? 'conscious' : 'unconscious';
};

/** SK-DEATH-3. */
const remainsOf: Readonly<Record<(typeof deathCauses)[number], (typeof corpseStates)[number]>> = {
  earth: 'body',
  fire: 'ashes',
  water: 'drowned',
  air: 'body',
  cold: 'frozen',
  light: 'enlightened',
  dark: 'damned',
  thunder: 'ashes',
  physical: 'body',
};

/** A battle without combatants. */
const blank = (settings: Settings): State => {
  const game = skure.createGame(settings);
  if (!game.ok) throw new Error(game.error.code);
  return stateSchema.parse(game.value.save());
};

/** HP that fit a life state for which the case gives none. */
const hpOf = ({ hp, life }: StateFields, most: number): number =>
  hp ?? (life === 'unconscious' ? 0 : life === 'dead' ? -20 : life === 'destroyed' ? -30 : most);

/** Cause of death and remains, each derived from the other if only one is given. Ashes come from fire. */
const deathOf = ({ deathCause, remains }: StateFields) => {
  const cause =
    deathCause ??
    (remains === 'body' || remains == null ? undefined : deathCauses.find((each) => remainsOf[each] === remains));
  return { deathCause: cause, remains: remains ?? (deathCause == null ? undefined : remainsOf[deathCause]) };
};

const combatantOf = (
  given: Readonly<Record<string, unknown>>,
  joined: number,
  settings: Settings,
): State['combatants'][number] => {
  const { battle, sheet } = parts(given);
  const parsed = combatantSchema.shape.sheet.safeParse(sheet);
  if (!parsed.success) throw new BadSetupSheet(z.prettifyError(parsed.error));
  const hp = hpOf(battle, parsed.data.maxHp);
  const at = battle.x == null || battle.y == null ? undefined : { x: battle.x, y: battle.y };
  return {
    id: parsed.data.name,
    team: parsed.data.team,
    joined,
    sheet: parsed.data,
    at,
    facing: battle.facing,
    altitude: battle.altitude,
    hp,
    essence: battle.essence,
    conditions: conditionsOf(battle, settings),
    stance: battle.stance,
    defendAlly: battle.defendAlly ?? undefined,
    aim: battle.aim ?? undefined,
    life: battle.life ?? lifeAt(hp, settings),
    ...deathOf(battle),
    intercepts: 0,
    next: {},
  };
};

const settingValue = (name: string, value: unknown): unknown => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return name === 'ally.perRound' ? String(value) : value;
};

const flat = (given: Readonly<Record<string, unknown>>, before = ''): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(flat(Object.fromEntries(Object.entries(value)), `${before}${key}.`))
        : [[`${before}${key}`, settingValue(`${before}${key}`, value)]],
    ),
  );

/** The battle of a case and its controllers; `begins` if its first order comes before the start. */
export const battleOf = (
  given: unknown,
  begins = false,
): { readonly state: State; readonly controllers: Readonly<Record<string, string>> } => {
  const setup = setupSchema.parse(given);
  const { board, combatants, turnStartFacing, round } = setup;
  const blocked: readonly Square[] = board.blocked;
  const settings = stateSchema.shape.settings.parse({
    ...(setup.settings === 'defaults' ? {} : flat(setup.settings)),
    'board.width': board.width,
    'board.height': board.height,
    'board.blocked': blocked.map(formatSquare).join(' '),
    objective: setup.objective ?? '',
  });
  const joined = (one: Readonly<Record<string, unknown>>, index: number): number => {
    const at = setup.joinOrder?.indexOf(String(one.name)) ?? -1;
    return typeof one.joinOrder === 'number' ? one.joinOrder : at >= 0 ? at : index;
  };
  const state: State = {
    ...blank(settings),
    round,
    status: setup.status ?? (setup.turn == null && (round === 0 || begins) ? 'setup' : 'active'),
    combatants: combatants.map((one, index) => combatantOf(one, joined(one, index), settings)),
  };
  const order = setup.order ?? (state.status === 'setup' ? [] : turnOrder(state));
  const who = setup.turn ?? undefined;
  const holder = combatants.find(({ name }) => name === who);
  const running = state.status === 'active' && who !== undefined && holder !== undefined;
  const scratch = running ? parts(holder).battle : undefined;
  const controllers = Object.fromEntries(
    combatants.flatMap(({ name, controller }) => (typeof controller === 'string' ? [[String(name), controller]] : [])),
  );
  return {
    controllers: { ...controllers, ...setup.controllers },
    state: {
      ...state,
      order: [...order],
      place: who === undefined ? -1 : order.indexOf(who),
      ...(scratch !== undefined &&
        who !== undefined && {
          turn: {
            who,
            startFacing: turnStartFacing[who] ?? scratch.startFacing ?? scratch.facing,
            pointsSpent: scratch.pointsSpent,
            preTurned: scratch.preTurned,
            moved: scratch.moved,
            postTurned: scratch.postTurned,
            acted: scratch.acted,
            enemies: [...new Set([...Object.keys(scratch.adjacentCount), ...Object.keys(scratch.aooTaken)])].map(
              (id) => ({
                id,
                adjacentCount: scratch.adjacentCount[id] ?? 0,
                aooTaken: scratch.aooTaken[id] ?? false,
              }),
            ),
          },
        }),
    },
  };
};
