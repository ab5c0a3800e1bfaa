import { z } from 'zod';

/** DS-DICE-1, DS-DICE-3. The faces from best to worst. */
export const faces = ['HIT', 'ADV', 'BLK', 'SKL'] as const;
export type Face = (typeof faces)[number];

/** DS-DICE-4. Faces of the values 1 to 6. */
const facePresets = {
  standard: ['SKL', 'BLK', 'ADV', 'ADV', 'HIT', 'HIT'],
  gentle: ['SKL', 'BLK', 'BLK', 'ADV', 'HIT', 'HIT'],
  noblank: ['SKL', 'SKL', 'ADV', 'ADV', 'HIT', 'HIT'],
  brutal: ['SKL', 'BLK', 'ADV', 'HIT', 'HIT', 'HIT'],
} as const satisfies Record<string, readonly Face[]>;

const presetNames = ['standard', 'gentle', 'noblank', 'brutal'] as const;

const number = (usual: number, says: string) => z.int().min(-99).max(99).default(usual).meta({ description: says });

const yes = (usual: boolean, says: string) => z.boolean().default(usual).meta({ description: says });

const choice = <const T extends readonly [string, ...string[]]>(words: T, usual: T[number], says: string) =>
  z
    .enum(words)
    .default(usual as never)
    .meta({ description: says });

const group = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).prefault({} as never);

/** A table of numbers: what the GM names replaces or joins the usual entries. */
const table = (usual: Readonly<Record<string, number>>, says: string) =>
  z
    .record(z.string().max(60), z.int().min(-99).max(99))
    .transform((own) => ({ ...usual, ...own }))
    .prefault({})
    .meta({ description: says });

const columns = z.tuple([z.int().min(0).max(9), z.int().min(0).max(9)]);

const attackTable = (usual: Readonly<Record<string, readonly [number, number]>>, says: string) =>
  z
    .record(z.string(), columns)
    .transform((own): Record<string, readonly [number, number]> => ({ ...usual, ...own }))
    .prefault({})
    .meta({ description: says });

const dice = group({
  faces: z
    .union([
      z.enum(presetNames).transform((name): Face[] => [...facePresets[name]]),
      z
        .array(z.enum(faces))
        .length(6)
        .refine((list) => list.includes('HIT'), 'at least one face is a HIT'),
    ])
    .prefault('standard')
    .meta({
      description: 'The faces of 1 to 6: standard, gentle, noblank, brutal, or six faces (RULING-1, RULING-2).',
    }),
  dropPolicy: choice(['auto', 'ask'], 'auto', 'Who removes dice: the engine, or the chooser by hand (RULING-3).'),
});

const points = group({
  limit: number(40, 'Points a warband may cost (DS-WB-1).'),
  body: table(
    { grunt: 6, bruiser: 7, scout: 7, guardian: 7, healer: 7 },
    'Points of each body (RULING-15, RULING-28).',
  ),
  armour: table({ light: 1, heavy: 2 }, 'Points of each suit (DS-DATA-5).'),
  shield: number(1, 'Points of a shield (RULING-16).'),
  weapon: table({ '1': 2, '2': 3 }, 'Points of a weapon by its hands (DS-WB-10).'),
  reach: number(1, 'Points of reach (RULING-19).'),
  aoeBase: number(1, 'Points of an area attack with area 1.'),
  aoeExtra: number(2, 'Points of each further point of area.'),
  threeCharges: number(-1, 'What three charges change.'),
  oneChargeRounding: choice(['down', 'up'], 'down', 'How the half price of one charge is rounded (RULING-22).'),
  freeHands: number(3, 'Hands that cost nothing (RULING-14).'),
  extraHand: number(1, 'Points of each hand above them (RULING-14).'),
  multiracial: number(1, 'Points more for each warrior not of the primary race (RULING-27).'),
  minWarrior: number(1, 'The least a warrior costs (RULING-82).'),
});

const attack = group({
  shieldStep: number(-1, 'Step against a target with a shield (RULING-45).'),
  coverLight: number(-1, 'Step of light cover (RULING-43).'),
  coverHeavy: number(-2, 'Step of heavy cover (RULING-43).'),
  rangeStep: number(-1, 'Step of each range band after the first (DS-RNG-2).'),
  maxBands: z
    .int()
    .min(1)
    .max(99)
    .nullable()
    .default(null)
    .meta({ description: 'The last range band one may shoot at; none: no limit (RULING-75).' }),
  surprisedStep: number(0, 'Step against a surprised target (RULING-71).'),
  flankedStep: number(0, 'Step of a melee attack on a flanked target (RULING-71).'),
  smallStep: number(-1, 'Step of a ranged attack on a small target (RULING-24).'),
  spendAdv: yes(true, 'May Strong warriors spend ADV? (RULING-63)'),
  armourWeakness: yes(false, 'Is light armour weak to sharp, heavy armour to impact weapons? (RULING-67)'),
  twoHandGrip: choice(
    ['sole-active', 'only-item', 'off'],
    'sole-active',
    'When two hands hold one weapon (RULING-66).',
  ),
  perAction: choice(['tables', 'one-chosen'], 'tables', 'What an Attack action adds to the pool (RULING-83).'),
  tables: group({
    primary: attackTable({ '1': [1, 0], '2': [1, 1], '3': [2, 1], '4': [2, 2] }, 'Attacks of the primary weapon.'),
    secondary: attackTable({ '1': [0, 0], '2': [0, 1], '3': [0, 1], '4': [1, 1] }, 'Attacks of other weapons.'),
  }),
});

/** Every ruling the GM may change, by the names of the rulebook's section 20. */
export const settingsSchema = z.strictObject({
  dice,
  points,
  bodies: z
    .array(z.string().max(60))
    .max(20)
    .default(['grunt'])
    .meta({ description: 'Bodies that may be bought (RULING-28).' }),
  traits: group({
    prices: table(
      {
        strong: 1,
        'very-strong': 1,
        brave: 1,
        'very-brave': 1,
        intimidating: 1,
        fearsome: 2,
        'awe-inspiring': 2,
      },
      'Traits that may be bought, with their price (RULING-25).',
    ),
  }),
  races: table({ human: 0, orc: 0, dwarf: 0, elf: 1, goblin: -3 }, 'Points of each race (RULING-23).'),
  skills: group({
    prices: table({}, 'Points of a skill for each level, level 0 included (RULING-13).'),
  }),
  test: group({
    untrained: number(-1, 'Step of an untrained learned skill (RULING-11).'),
    target: number(1, 'The count that passes a test (RULING-10).'),
    moraleAdv: yes(true, 'Does ADV count in Morale tests? (RULING-10)'),
    combinedHelp: number(1, 'Step of each trained helper (RULING-12).'),
    combinedMax: number(2, 'The most that helpers add (RULING-12).'),
  }),
  range: group({
    perDie: z.int().min(1).max(20).default(2).meta({ description: 'Spaces of base range a die (RULING-20).' }),
  }),
  attack,
  injury: group({
    baseStep: number(-1, 'Step of every injury roll (DS-INJ-1).'),
    cap: number(3, 'Damage above this worsens the step instead (DS-INJ-3).'),
    toughStep: number(1, 'Step of each Tough (RULING-24).'),
    fragileStep: number(-1, 'Step of each Fragile (RULING-24).'),
  }),
  move: group({
    action: number(4, 'Movement points of a Movement action.'),
    tacticsAdv: number(2, 'Movement points of a stored ADV.'),
    step: number(1, 'Movement points of a step.'),
    impeding: number(1, 'More for an impeding edge.'),
    friend: number(1, "More for a friend's or a distracted foe's space (RULING-35)."),
    zone: number(1, 'More for each hostile zone left.'),
    intimidating: number(1, 'More for each Intimidating zone entered.'),
    slowScope: choice(['every-gain', 'movement-action'], 'every-gain', 'Which gains Slow lowers (RULING-70).'),
  }),
  engage: group({
    radius: z.int().min(0).max(9).default(1).meta({ description: 'Radius of a zone.' }),
    reachRadius: z
      .int()
      .min(1)
      .max(9)
      .default(2)
      .meta({ description: 'Radius and reach of a reach weapon (RULING-19).' }),
    activeOnly: yes(false, 'Must the melee weapon be active for a zone? (RULING-57)'),
  }),
  los: group({
    overlap: choice(
      ['count-once', 'count-both'],
      'count-once',
      'Do two lines in one direction count once? (RULING-40)',
    ),
    metric: choice(['orthogonal', 'chebyshev'], 'orthogonal', 'How distance is counted (RULING-33).'),
    corners: choice(['grazing', 'strict'], 'grazing', 'May a line graze a blocked corner? (RULING-38)'),
  }),
  aoe: group({
    coverLight: number(1, 'What light cover gives against a blast (RULING-74).'),
    coverHeavy: number(2, 'What heavy cover gives against a blast (RULING-74).'),
    coverAs: choice(['dice', 'step'], 'dice', 'Does cover from a blast add armour dice or a step? (RULING-74)'),
  }),
  cond: group({
    woundedEndsActivation: yes(false, 'Does being wounded end the activation? (RULING-54)'),
    stack: yes(false, 'May a condition be gained twice? (RULING-55)'),
  }),
  round: group({
    autoEnd: yes(true, 'Does an activation with nothing left to spend end by itself? (RULING-56)'),
    tactics: choice(
      ['auto', 'command'],
      'auto',
      'Are Tactics tests rolled at once, or at the GM’s command? (DS-CMD-4)',
    ),
  }),
  warband: group({
    custom: yes(false, 'May warbands hold GM weapons, unpriced traits and skills, and exceed the limit? (DS-GEN-2)'),
  }),
});
export type Settings = z.output<typeof settingsSchema>;
