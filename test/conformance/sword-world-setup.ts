import { z } from 'zod';
import { type State, stateSchema, type Turn, type Unit } from '../../src/systems/sword-world/state.ts';
import {
  areas,
  type Body,
  bodyStatuses,
  calculateSkirmishRadius,
  createUnit,
  effectSchema,
  emptyBattle,
  find,
  freshTurn,
  restrictedUnits,
  riderAndMountOf,
  settingsSchema,
  sheetSchema,
  sides,
  totalHeadCount,
  turnHolder,
} from '../systems/sword-world/inner.ts';

const strings = z.array(z.string()).default([]);
const number = z.union([z.int(), z.strictObject({ mod: z.int(), fixed: z.int() })]).optional();
const damage = z.strictObject({
  x: z.int().optional(),
  flat: z.int().optional(),
  pool: z.enum(['hp', 'mp']).optional(),
  dice: z.string().optional(),
});
const bodyKeys = {
  hp: z.int().optional(),
  maxHp: z.int().optional(),
  mp: z.int().optional(),
  maxMp: z.int().optional(),
  defense: z.int().default(0),
  statuses: strings,
  accuracy: number,
  evasion: number,
  fortitude: number,
  willpower: number,
  damage: damage.optional(),
  damageType: z.enum(['physical', 'magical']).optional(),
  attributes: z.array(z.string()).optional(),
  range: z.int().optional(),
  pool: z.enum(['hp', 'mp']).optional(),
  isWing: z.boolean().optional(),
  /** SW-ATK-9, SW-ATK-12: as on a sheet. */
  attacks: z.array(z.unknown()).optional(),
  majors: z.int().optional(),
};
const unitSetup = z.strictObject({
  id: z.string(),
  name: z.string().optional(),
  side: z.enum(sides).optional(),
  kind: z.enum(['pc', 'monster', 'mount']).default('pc'),
  area: z.enum(areas).optional(),
  pos: z.int().optional(),
  ...bodyKeys,
  sections: z.array(z.strictObject({ id: z.string(), name: z.string().optional(), ...bodyKeys })).optional(),
  core: z.string().optional(),
  metalArmor: z.union([z.boolean(), z.enum(['metal', 'full'])]).default(false),
  classes: z.record(z.string(), z.int()).default({}),
  mods: z.record(z.string(), z.int()).default({}),
  abilities: z.record(z.string(), z.int()).optional(),
  advLevel: z.int().optional(),
  speed: z.int().optional(),
  feats: z.array(z.unknown()).default([]),
  spells: z.array(z.unknown()).default([]),
  weapons: z.array(z.unknown()).default([]),
  held: strings,
  hands: z.int().default(2),
  useFixed: z.boolean().optional(),
  weaknesses: z.array(z.unknown()).default([]),
  weaknessKnown: z.boolean().default(false),
  weaknessesUsable: z.boolean().optional(),
  reductions: z.array(z.unknown()).default([]),
  increases: z.array(z.unknown()).default([]),
  effects: z.array(effectSchema).default([]),
  retreatReady: z.boolean().default(false),
  retreatDeclared: z.boolean().default(false),
  acted: z.boolean().default(false),
  altitude: z.int().default(0),
  canFly: z.boolean().default(false),
  aquatic: z.boolean().default(false),
  breathesWater: z.boolean().default(false),
  deathCheck: z.boolean().default(false),
  mountedOn: z.string().optional(),
  rider: z.string().optional(),
  riderId: z.string().optional(),
  passengers: strings,
  seats: z.int().optional(),
  accessories: z.array(z.strictObject({ slot: z.string(), item: z.string().nullable() })).default([]),
  luggage: strings,
  underwaterRounds: z.int().default(0),
  joinsNextRound: z.boolean().default(false),
  offers: z.strictObject({ item: z.string(), from: z.string() }).nullable().optional(),
  extra: z.int().optional(),
  evaMod: z.int().optional(),
  magicPower: z.int().optional(),
  magicPowers: z.record(z.string(), z.int()).optional(),
  shields: z.array(z.unknown()).optional(),
  defenses: z.array(z.unknown()).optional(),
  potions: z.array(z.unknown()).optional(),
  cores: z.array(z.string()).optional(),
  tumble: z.int().optional(),
  initiativeValue: z.int().optional(),
  initiative: z.int().optional(),
  reputation: z.int().optional(),
  weaknessValue: z.int().optional(),
  xp: z.int().default(0),
});
type UnitSetup = z.output<typeof unitSetup>;
type BodySetup = Pick<UnitSetup, keyof typeof bodyKeys>;

const turnSetup = z.strictObject({
  moveType: z.enum(['limited', 'normal', 'full']).nullable().optional(),
  movementDone: z.boolean().optional(),
  majorUsed: z.boolean().optional(),
  activeFeat: z.string().nullable().optional(),
  mountUsed: z.boolean().optional(),
  lockLimited: z.boolean().optional(),
  checksRolled: z.boolean().optional(),
  majorUsedBy: z.array(z.string()).optional(),
  mountSection: z.string().nullable().optional(),
});

export const setupSchema = z.strictObject({
  mode: z.enum(['simplified', 'standard']).default('simplified'),
  round: z.int().default(2),
  winner: z.enum(sides).default('allies'),
  phase: z.enum(['winner', 'loser']).default('winner'),
  cfg: z.record(z.string(), z.unknown()).default({}),
  units: z.array(unitSetup).default([]),
  skirmishes: z
    .array(
      z.strictObject({
        id: z.string().optional(),
        center: z.int(),
        participants: z.array(z.string()),
        radius: z.int().optional(),
      }),
    )
    .default([]),
  obstacles: z.array(z.looseObject({ from: z.int(), to: z.int() })).default([]),
  env: z.enum(['land', 'underwater']).default('land'),
  depth: z.enum(['deep', 'shoulder']).default('deep'),
  inCombat: z.boolean().optional(),
  turn: turnSetup.optional(),
  openTurn: z.string().optional(),
  ground: z
    .array(
      z.strictObject({
        item: z.string(),
        area: z.enum(areas).optional(),
        pos: z.int().optional(),
        weapon: z.unknown().optional(),
      }),
    )
    .default([]),
  bounds: z.tuple([z.int(), z.int()]).optional(),
});
export type Setup = z.output<typeof setupSchema>;

const attackFrom = (own: BodySetup, unit: UnitSetup): Body['attack'] => {
  const hit = own.damage ?? (own === unit ? undefined : undefined);
  if (hit === undefined) return undefined;
  const range = own.range ?? unit.range;
  return {
    damage: hit.flat === undefined ? { x: hit.x ?? 0 } : { flat: hit.flat },
    damageType: own.damageType ?? unit.damageType ?? 'physical',
    attributes: own.attributes ?? unit.attributes ?? [],
    ...(range !== undefined && { range }),
    pool: hit.pool ?? own.pool ?? unit.pool ?? 'hp',
  };
};

const bodyFrom = (id: string, own: BodySetup, unit: UnitSetup): Body => {
  const maxHp = own.maxHp ?? Math.max(20, own.hp ?? 20);
  const hp = own.hp ?? own.maxHp ?? 20;
  const maxMp = own.maxMp ?? Math.max(10, own.mp ?? 10);
  const statuses = own.statuses.filter((status) => bodyStatuses.includes(status));
  const down = hp <= 0 && !statuses.includes('unconscious') && !statuses.includes('dead');
  const attack = attackFrom(own, unit);
  const stat = (value: Body['accuracy']) => value;
  return {
    id,
    hp,
    maxHp,
    mp: own.mp ?? own.maxMp ?? 10,
    maxMp,
    defense: own.defense,
    statuses: [...statuses, ...(down ? ['unconscious'] : [])],
    ...(own.accuracy !== undefined && { accuracy: stat(own.accuracy) }),
    ...(own.evasion !== undefined && { evasion: stat(own.evasion) }),
    ...(own.fortitude !== undefined && { fortitude: stat(own.fortitude) }),
    ...(own.willpower !== undefined && { willpower: stat(own.willpower) }),
    ...(attack && { attack }),
    ...(own.attacks && { attacks: sheetSchema.shape.attacks.parse(own.attacks) }),
    ...(own.majors !== undefined && { majors: own.majors }),
    isWing: own.isWing ?? /wing/i.test(id),
  };
};

const unitFrom = (setup: UnitSetup, timing: string): Unit => {
  const given = {
    kind: setup.kind,
    core: setup.core,
    abilities: setup.abilities,
    mods: setup.mods,
    classes: setup.classes,
    advLevel: setup.advLevel,
    speed: setup.speed,
    metalArmor: setup.metalArmor === true ? 'metal' : setup.metalArmor,
    evaMod: setup.evaMod,
    extra: setup.extra,
    magicPower: setup.magicPower,
    magicPowers: setup.magicPowers,
    shields: setup.shields,
    defenses: setup.defenses,
    potions: setup.potions,
    cores: setup.cores,
    tumble: setup.tumble,
    initiativeValue: setup.initiativeValue,
    fortitude: setup.fortitude,
    willpower: setup.willpower,
    weapons: setup.weapons,
    held: setup.held,
    hands: setup.hands,
    luggage: setup.luggage,
    accessories: setup.accessories,
    feats: setup.feats,
    spells: setup.spells,
    useFixed: setup.useFixed,
    initiative: setup.initiative,
    reputation: setup.reputation,
    weaknessValue: setup.weaknessValue,
    weaknesses: setup.weaknesses,
    weaknessKnown: setup.weaknessKnown || (setup.weaknessesUsable ?? false),
    increases: setup.increases,
    reductions: setup.reductions,
    deathCheck: setup.deathCheck,
    canFly: setup.canFly,
    aquatic: setup.aquatic,
    breathesWater: setup.breathesWater,
    seats: setup.seats,
  };
  const sheet = sheetSchema.parse(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
  const unit = createUnit(setup.id, setup.side, sheet);
  const bodies = setup.sections?.map((section) => bodyFrom(section.id, section, setup)) ?? [
    bodyFrom(setup.id, setup, setup),
  ];
  const rider = setup.rider ?? setup.riderId;
  return {
    ...unit,
    bodies,
    ...(setup.area && { area: setup.area }),
    ...(setup.pos !== undefined && { pos: setup.pos }),
    altitude: setup.altitude,
    statuses: setup.statuses.filter((status) => setup.sections !== undefined || !bodyStatuses.includes(status)),
    effects: setup.effects,
    acted: setup.acted,
    retreat: retreatOf(setup, timing),
    joinsNextRound: setup.joinsNextRound,
    ...(setup.mountedOn && { mountedOn: setup.mountedOn }),
    ...(rider && { rider }),
    passengers: setup.passengers,
    underwaterRounds: setup.underwaterRounds,
    xp: setup.xp,
  };
};

/** A retreat declared and used in the same turn is permitted at once. SW-RUL-17. */
const retreatOf = ({ retreatReady, retreatDeclared }: UnitSetup, timing: string): Unit['retreat'] =>
  retreatReady || (retreatDeclared && timing === 'sameTurn') ? 'ready' : retreatDeclared ? 'declared' : 'none';

/** Links rider and mount, whichever of them names the other, and lets them retreat together. SW-RUL-76. */
const paired = (units: readonly Unit[]): Unit[] =>
  units.map((unit) => {
    const mount = units.find(({ id, rider }) => rider === unit.id || id === unit.mountedOn);
    const rider = units.find(({ id, mountedOn }) => mountedOn === unit.id || id === unit.rider);
    const { area, pos } = mount ?? rider ?? unit;
    return {
      ...unit,
      ...(unit.area === undefined && area && { area }),
      ...(unit.pos === undefined && pos !== undefined && { pos }),
      ...(mount && unit.mountedOn === undefined && { mountedOn: mount.id }),
      ...(rider && unit.rider === undefined && { rider: rider.id }),
      ...(unit.retreat === 'none' && { retreat: (mount ?? rider)?.retreat ?? 'none' }),
    };
  });

const turnFrom = (state: State, unit: Unit, given: Setup['turn']): Turn => {
  const fresh = freshTurn(state, unit);
  if (given === undefined) return fresh;
  const moveType = given.moveType === undefined ? fresh.moveType : (given.moveType ?? undefined);
  const majors = given.majorUsedBy ?? (given.majorUsed ? unit.bodies.map(({ id }) => id) : []);
  return {
    ...fresh,
    moveType,
    movementDone: given.movementDone ?? (moveType === undefined ? false : moveType !== 'limited'),
    majors,
    feats: given.activeFeat ? [given.activeFeat] : [],
    checksRolled: given.checksRolled ?? false,
    mountUsed: given.mountUsed ?? false,
    lockLimited: given.lockLimited ?? false,
    ...(given.mountSection && { mountSection: given.mountSection }),
  };
};

export interface Scene {
  readonly setup: Setup;
  readonly state: State;
}

/** The battle that a case describes; `acting` is the unit whose turn is open. */
export const sceneOf = (raw: unknown, stage: State['stage'], acting: string | undefined): Scene => {
  const setup = setupSchema.parse(raw);
  const settings = settingsSchema.parse({ ...setup.cfg, mode: setup.mode });
  const standard = setup.mode === 'standard';
  const skirmishes = setup.skirmishes.map((each, n) => ({ ...each, id: each.id ?? `s${n + 1}` }));
  const centre = (id: string) => skirmishes.find(({ participants }) => participants.includes(id))?.center ?? 0;
  const units = paired(setup.units.map((unit) => unitFrom(unit, settings.retreatTiming))).map((unit) =>
    stage === 'placement'
      ? unit
      : standard
        ? { ...unit, pos: unit.pos ?? centre(unit.id) }
        : { ...unit, area: unit.area ?? 'front' },
  );
  const weapons = units.flatMap((unit) => unit.weapons);
  const withOffers = units.map((unit) => {
    const offer = setup.units.find(({ id }) => id === unit.id)?.offers;
    const weapon = weapons.find(({ id }) => id === offer?.item);
    return offer ? { ...unit, offer: { ...offer, ...(weapon && { weapon }), lastTurn: unit.id === acting } } : unit;
  });
  const base: State = {
    ...emptyBattle(settings),
    stage,
    round: setup.round,
    winner: setup.winner,
    phase: setup.phase,
    units: withOffers,
    nextSkirmish: setup.skirmishes.length + 1,
    ground: setup.ground.map(({ item, area, pos }) => {
      const weapon = weapons.find(({ id }) => id === item);
      return { item, ...(area && { area }), ...(pos !== undefined && { pos }), ...(weapon && { weapon }) };
    }),
    field: {
      env: setup.env,
      depth: setup.depth,
      ...(setup.bounds && { bounds: setup.bounds }),
      obstacles: setup.obstacles.map(({ from, to }) => ({ from, to })),
    },
  };
  const placed: State = {
    ...base,
    skirmishes: skirmishes.map((skirmish) => ({
      ...skirmish,
      radius:
        skirmish.radius ??
        calculateSkirmishRadius(totalHeadCount(units.filter(({ id }) => skirmish.participants.includes(id)))),
    })),
    restricted: setup.round === 1 && stage === 'combat' ? [...restrictedUnits(base, [])] : [],
  };
  const actor = acting === undefined ? undefined : find(placed, acting);
  if (actor === undefined) return { setup, state: stateSchema.parse({ ...placed, open: setup.openTurn }) };
  const lead = turnHolder(placed, actor);
  const turning = riderAndMountOf(placed, lead).map(({ id }) => id);
  const open: State = {
    ...placed,
    open: lead.id,
    units: placed.units.map((unit) =>
      turning.includes(unit.id) || unit.id === acting
        ? { ...unit, turn: turnFrom(placed, unit, unit.id === acting ? setup.turn : undefined) }
        : unit,
    ),
  };
  return { setup, state: stateSchema.parse(open) };
};
