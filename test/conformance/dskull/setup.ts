import { z } from 'zod';
import { parseWarband, settingsSchema, validateWarband } from '../../../src/systems/dskull/index.ts';
import { conditions, isFigure, type State, type Warrior } from '../../../src/systems/dskull/state.ts';
import { createWarrior, findUnawareSeats, scenarios, sheetSchema } from '../../systems/dskull/inner.ts';
import { blank, drawBoard } from './drawing.ts';

const point = z.tuple([z.number(), z.number()]);
export type Point = z.output<typeof point>;
export const space = ([x, y]: Point) => ({ x, y });
export const toPoint = ({ x, y }: { readonly x: number; readonly y: number }): Point => [x, y];

const warriorSchema = z.object({
  id: z.string(),
  owner: z.string(),
  at: point.nullish(),
  weapons: z
    .array(z.looseObject({ name: z.string(), chargesLeft: z.number().optional(), id: z.string().optional() }))
    .default([]),
  race: z.string().default('human'),
  body: z.string().default('grunt'),
  armour: z.union([z.enum(['none', 'light', 'heavy']), z.array(z.string())]).default('none'),
  shield: z.boolean().default(false),
  shields: z.number().optional(),
  traits: z.array(z.string()).default([]),
  skills: z.record(z.string(), z.number()).default({}),
  conditions: z.array(z.enum(conditions)).default([]),
  ready: z.boolean().default(true),
  removed: z.enum(['incapacitated', 'killed']).nullish(),
  cost: z.number().default(0),
  name: z.string().optional(),
});

const activationSchema = z.object({
  warrior: z.string().default(''),
  actions: z.number().optional(),
  mp: z.number().default(0),
  active: z.array(z.string()).optional(),
  activeWeapons: z.array(z.string()).optional(),
  primary: z.string().optional(),
  barred: z.array(z.string()).default([]),
  attackActions: z.number().default(0),
  attacks: z.record(z.string(), z.number()).default({}),
  pool: z.record(z.string(), z.number()).default({}),
  symbolSpent: z.boolean().default(false),
  started: z.boolean().optional(),
  moraleMemory: z.record(z.string(), z.enum(['passed', 'failed'])).default({}),
  startedAt: point.optional(),
});

/** True if an action, symbol, MP or attack has been spent, for cases without `started`. DS-CMD-12. */
const spentAnything = (given: z.output<typeof activationSchema>): boolean =>
  given.symbolSpent || given.attackActions > 0 || given.mp > 0 || (given.actions ?? 2) < 2;

/** The keys of a worked case's `setup`. Section 25. */
export const setupSchema = z.object({
  board: z.looseObject({}).optional(),
  warriors: z.array(warriorSchema).optional(),
  config: z.looseObject({}).default({}),
  seats: z.array(z.string()).optional(),
  teams: z.record(z.string(), z.union([z.number(), z.string()])).default({}),
  initiative: z.string().optional(),
  symbols: z.record(z.string(), z.strictObject({ HIT: z.number().default(0), ADV: z.number().default(0) })).default({}),
  activation: activationSchema.optional(),
  eliminated: z.array(z.string()).default([]),
  tacticsLevel: z.record(z.string(), z.number().nullable()).default({}),
  ready: z.record(z.string(), z.number()).optional(),
  warband: z.unknown().optional(),
  zone: z.array(point).optional(),
  phase: z.enum(['deploy', 'preparation', 'resolution']).default('resolution'),
  round: z.number().default(1),
  current: z.string().nullish(),
  vp: z.record(z.string(), z.number()).default({}),
  policy: z.record(z.string(), z.enum(['auto', 'ask'])).default({}),
  /** DS-ATK-11, DS-ARM-2, DS-INJ-2. Steps that a scenario adds; a bare number is for the attack. */
  scenario: z
    .union([z.int().transform((attack): Record<string, number> => ({ attack })), z.record(z.string(), z.int())])
    .default({}),
});
export type Setup = z.output<typeof setupSchema>;

type Written = z.output<typeof warriorSchema>;

const warriorFrom = (given: Written, settings: State['settings']): Warrior => {
  const { weapons, armour, shield, shields, at, removed } = given;
  const [written] = sheetSchema.parse({
    name: 'case',
    warriors: [
      {
        name: given.id,
        body: given.body,
        race: given.race,
        armour: Array.isArray(armour) ? armour : armour === 'none' ? [] : [armour],
        shields: shields ?? (shield ? 1 : 0),
        weapons,
        traits: given.traits,
        skills: given.skills,
      },
    ],
  }).warriors;
  if (written === undefined) throw new Error('No warrior was written.');
  const live = createWarrior(written, { id: given.id, owner: given.owner, cost: given.cost, settings });
  return {
    ...live,
    weapons: live.weapons.map((weapon, index) => ({
      ...weapon,
      chargesLeft: weapons[index]?.chargesLeft ?? weapon.chargesLeft,
    })),
    at: at ? space(at) : undefined,
    ready: given.ready && Boolean(at) && !removed,
    removed: removed ?? undefined,
    conditions: given.conditions,
  };
};

/** Warriors for each seat that is not eliminated, if a case has none; `ready` says how many. */
const standIns = (setup: Setup, seats: readonly string[]): Written[] =>
  seats
    .filter((seat) => !setup.eliminated.includes(seat))
    .flatMap((seat, row) =>
      Array.from({ length: Math.max(1, setup.ready?.[seat] ?? 1) }, (_, column) =>
        warriorSchema.parse({
          id: `${seat} ${column + 1}`,
          owner: seat,
          at: [column * 2, row * 2],
          ready: setup.ready === undefined || column < (setup.ready[seat] ?? 0),
          skills: typeof setup.tacticsLevel[seat] === 'number' ? { tactics: setup.tacticsLevel[seat] } : {},
        }),
      ),
    );

const weaponIds = (warrior: Warrior, names: readonly string[]): string[] => {
  const taken: string[] = [];
  for (const name of names) {
    const found = warrior.weapons.find(
      ({ id, name: called }) => !taken.includes(id) && (id === name || called === name),
    );
    if (found) taken.push(found.id);
  }
  return taken;
};

const remembered = (list: readonly string[], memory: Readonly<Record<string, 'passed' | 'failed'>>) => ({
  ...memory,
  ...Object.fromEntries(list.map((id) => [id, 'failed' as const])),
});

/** Effects that set the attack's step on the acting warrior, and the steps of armor and injury on all others. */
const scenarioEffects = ({ scenario, activation }: Setup, warriors: readonly Warrior[]): State['effects'] => {
  const { attack = 0, ...others } = scenario;
  return Object.keys(scenario).length === 0
    ? []
    : warriors.map(({ id }) => ({
        name: 'scenario',
        who: id,
        modifiers: id === activation?.warrior ? { attack } : others,
        ticks: { at: 'end' },
      }));
};

/** The battle at the start of a case, with its named activation open; `usual` are the default active weapons. */
export const battleOf = (
  setup: Setup,
  usual: (warrior: Warrior) => readonly string[] = (warrior) => warrior.held,
): State => {
  const parsed = settingsSchema.parse(setup.config);
  const settings = { ...parsed, round: { ...parsed.round, tactics: 'command' as const } };
  const owners = [...new Set((setup.warriors ?? []).map(({ owner }) => owner))];
  const seats = setup.seats ?? [...new Set(['A', 'B', ...owners])];
  const warriors = (setup.warriors ?? standIns(setup, seats)).map((each) => warriorFrom(each, settings));
  const plan = setup.board === undefined ? undefined : drawBoard(JSON.stringify(setup.board));
  if (typeof plan === 'string') throw new Error(plan);
  const empty = blank(settings);
  const given = setup.activation;
  const acting = warriors.find(({ id }) => id === given?.warrior);
  const active = acting && weaponIds(acting, given?.active ?? given?.activeWeapons ?? usual(acting));
  const begun = given?.startedAt ? space(given.startedAt) : acting?.at;
  const initiative = setup.initiative ?? seats[0];
  const battle: State = {
    ...empty,
    phase: setup.phase,
    effects: scenarioEffects(setup, warriors),
    zones: setup.zone ? Object.fromEntries(seats.map((id) => [id, (setup.zone ?? []).map(space)])) : {},
    round: setup.round,
    scenario: { ...(scenarios['open-ground']?.terms ?? empty.scenario) },
    board: plan?.board ?? { w: 20, h: 20, edges: [], voids: [] },
    objects: plan?.objects ?? [],
    seats: seats.map((id) => ({
      id,
      team: String(setup.teams[id] ?? id),
      warband: id,
      vp: setup.vp[id] ?? 0,
      symbols: { HIT: 0, ADV: 0, ...setup.symbols[id] },
      ...(setup.policy[id] && { policy: setup.policy[id] }),
    })),
    initiative,
    current: setup.current ?? acting?.owner ?? initiative,
    warriors:
      acting && active ? warriors.map((each) => (each === acting ? { ...each, held: active } : each)) : warriors,
    ...(given &&
      acting &&
      active && {
        activation: {
          warrior: acting.id,
          seat: acting.owner,
          actions: given.actions ?? 2,
          mp: given.mp,
          active,
          primary: given.primary ?? active[0],
          attackActions: given.attackActions,
          attacks: { ...given.attacks, ...given.pool },
          symbolSpent: given.symbolSpent,
          started: given.started ?? spentAnything(given),
          fearsome: remembered(given.barred, given.moraleMemory),
          dared: given.moraleMemory,
          startedAt: begun,
          unaware: [],
          distracted: acting.conditions.includes('distracted'),
        },
      }),
  };
  const { activation } = battle;
  if (!activation || !begun) return battle;
  const figure = acting && isFigure(acting) ? acting : undefined;
  return { ...battle, activation: { ...activation, unaware: findUnawareSeats(battle, begun, figure) } };
};

/** The setup with this warrior activated, unless it has an activation. */
export const withActivation = (setup: Setup, warrior: string): Setup => ({
  ...setup,
  activation: { ...(setup.activation ?? activationSchema.parse({})), warrior: setup.activation?.warrior || warrior },
});

/** The report on a warband as its sheet is written. */
export const checkWarband = (given: unknown, settings = settingsSchema.parse({})) => {
  const warband = parseWarband(given);
  if (!warband.ok) throw new Error(warband.error);
  return validateWarband(warband.value, settings);
};
