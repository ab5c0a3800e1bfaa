import { z } from 'zod';
import { settingGroup } from '../../rules/editions.ts';

/** Faces of the dice, from best to worst. DS-DICE-1, DS-DICE-3. */
export const dieFaces = ['HIT', 'ADV', 'BLK', 'SKL'] as const;
export type DieFace = (typeof dieFaces)[number];

/** Named sets of faces, for the numbers 1 to 6. DS-DICE-4. */
const facePresets = {
  standard: ['SKL', 'BLK', 'ADV', 'ADV', 'HIT', 'HIT'],
  gentle: ['SKL', 'BLK', 'BLK', 'ADV', 'HIT', 'HIT'],
  noblank: ['SKL', 'SKL', 'ADV', 'ADV', 'HIT', 'HIT'],
  brutal: ['SKL', 'BLK', 'ADV', 'HIT', 'HIT', 'HIT'],
} as const satisfies Record<string, readonly DieFace[]>;

const presetNames = ['standard', 'gentle', 'noblank', 'brutal'] as const;

const number = (usual: number, title: string, description: string, least = -99, most = 99) =>
  z.int().min(least).max(most).default(usual).meta({ title, description });

const yes = (usual: boolean, title: string, description: string) =>
  z.boolean().default(usual).meta({ title, description });

/** A setting with a list of values. Default: the first value. */
const choice = <const T extends readonly [string, ...string[]]>(words: T, title: string, description: string) =>
  z
    .enum(words)
    .default(words[0] as never)
    .meta({ title, description });

const group = <Shape extends z.ZodRawShape>(title: string, shape: Shape) =>
  z
    .strictObject(shape)
    .prefault({} as never)
    .meta({ title });

/** A setting that is a table. Entries set by the GM replace or join the default ones. */
const tableOf =
  <Entry extends z.ZodType>(entry: Entry, key = z.string().max(60)) =>
  (usual: Readonly<Record<string, z.output<Entry>>>, title: string, description: string) =>
    z
      .record(key, entry)
      .transform((own): Record<string, z.output<Entry>> => ({ ...usual, ...own }))
      .prefault({})
      .meta({ title, description });

const table = tableOf(z.int().min(-99).max(99));

/** Price of a skill or trait that is not for sale. RULING-13, RULING-25. */
export const notForSalePrice = 'not-for-sale';

/** A setting that is a table of prices. Entries may be not for sale. */
const priceTable = tableOf(z.union([z.literal(notForSalePrice), z.int().min(-99).max(99)]));

const attackTable = tableOf(z.tuple([z.int().min(0).max(9), z.int().min(0).max(9)]), z.string());

const dice = group('Dice', {
  faces: z
    .union([
      z.enum(presetNames).transform((name): DieFace[] => [...facePresets[name]]),
      z
        .array(z.enum(dieFaces))
        .length(6)
        .refine((list) => list.includes('HIT'), 'at least one face must be a HIT'),
    ])
    .prefault('standard')
    .meta({
      title: 'Faces of the dice',
      description: 'The faces for 1 to 6: standard, gentle, noblank, brutal, or a list of six (RULING-1, RULING-2).',
    }),
  dropPolicy: choice(
    ['auto', 'ask'],
    'Who removes dice',
    'Who removes dice: the bot (auto) or the player who may choose (ask) (RULING-3).',
  ),
});

const points = group('Points of a warband', {
  limit: number(40, 'Points of a warband', 'Points a warband may cost (DS-WB-1).'),
  body: table(
    { grunt: 6, bruiser: 7, scout: 7, guardian: 7, healer: 7 },
    'Cost of a body',
    'Points of each body (RULING-15, RULING-28).',
  ),
  armour: table({ light: 1, heavy: 2 }, 'Cost of a suit of armour', 'Points of each suit of armour (DS-DATA-5).'),
  shield: number(1, 'Cost of a shield', 'Points of a shield (RULING-16).'),
  weapon: table({ '1': 2, '2': 3 }, 'Cost of a weapon by its hands', 'Points of a weapon by its hands (DS-WB-10).'),
  reach: number(1, 'Cost of reach', 'Points of reach (RULING-19).'),
  aoeBase: number(1, 'Cost of an area attack', 'Points of an area attack with area 1 (DS-WB-10).'),
  aoeExtra: number(2, 'Cost of a larger area', 'Points for each point of area above 1 (DS-WB-10).'),
  threeCharges: number(
    -1,
    'Cost change for three charges',
    'Added to the cost of a weapon that has three charges (DS-WB-11).',
  ),
  oneChargeRounding: choice(
    ['down', 'up'],
    'Rounding of the cost with one charge',
    'How the half price of a weapon with one charge is rounded (RULING-22).',
  ),
  freeHands: number(3, 'Free hands', 'How many hands a warrior’s items may take without extra cost (RULING-14).'),
  extraHand: number(1, 'Cost of more hands', 'Points for each hand above the free ones (RULING-14).'),
  multiracial: number(1, 'Cost of another race', 'Extra points for each warrior not of the primary race (RULING-27).'),
  minWarrior: number(1, 'Lowest cost of a warrior', 'The lowest cost of a warrior (RULING-82).'),
});

const attack = group('Attacks', {
  shieldStep: number(-1, 'Step against shielded targets', 'Step against a target with a shield (RULING-45).'),
  coverLight: number(-1, 'Step of light cover', 'Step of light cover (RULING-43).'),
  coverHeavy: number(-2, 'Step of heavy cover', 'Step of heavy cover (RULING-43).'),
  rangeStep: number(-1, 'Step of each further range band', 'Step of each range band after the first (DS-RNG-2).'),
  maxBands: z.int().min(1).max(99).nullable().default(null).meta({
    title: 'Last range band',
    description: 'The last range band that can be shot at; none: no limit (RULING-75).',
  }),
  statuses: choice(
    ['shown', 'suggested'],
    'Surprised and Flanked',
    'Are Surprised and Flanked only shown, or worth the suggested step of 1 each? (RULING-71)',
  ),
  surprisedStep: number(0, 'Step against surprised targets', 'Further step against a surprised target (RULING-71).'),
  flankedStep: number(
    0,
    'Step against flanked targets',
    'Further step of a melee attack on a flanked target (RULING-71).',
  ),
  smallStep: number(-1, 'Step against small targets', 'Step of a ranged attack on a small target (RULING-24).'),
  spendAdv: yes(true, 'Strong warriors and ADV', 'May Strong warriors spend ADV? (RULING-63)'),
  armourWeakness: yes(
    false,
    'Weak spots of armour',
    'Is light armour weak to sharp weapons and heavy armour to impact weapons? (RULING-67)',
  ),
  twoHandGrip: choice(
    ['sole-active', 'only-item', 'off'],
    'Two hands on one weapon',
    'When a one-handed weapon counts as held in two hands (RULING-66).',
  ),
  perAction: choice(
    ['tables', 'one-chosen'],
    'What an Attack action gives',
    'Which attacks an Attack action gives: those in the tables, or one with a chosen weapon (RULING-83).',
  ),
  tables: group('Attacks from an Attack action', {
    primary: attackTable(
      { '1': [1, 0], '2': [1, 1], '3': [2, 1], '4': [2, 2] },
      'Attacks of a primary weapon',
      'Attacks the primary weapon gains, by its attacks per round (DS-ATK-2).',
    ),
    secondary: attackTable(
      { '1': [0, 0], '2': [0, 1], '3': [0, 1], '4': [1, 1] },
      'Attacks of a secondary weapon',
      'Attacks each secondary weapon gains, by its attacks per round (DS-ATK-3).',
    ),
  }),
});

/** All settings, named as in section 20. They freeze when the battle starts. DS-GEN-10. */
export const settingsSchema = z.strictObject({
  dice,
  points,
  traits: group('Traits', {
    prices: priceTable(
      { strong: 1, 'very-strong': 1, brave: 1, 'very-brave': 1, intimidating: 1, fearsome: 2, 'awe-inspiring': 2 },
      'Traits for sale',
      'Traits that may be bought, with their price, or not-for-sale (RULING-25).',
    ),
  }),
  ...settingGroup('Bodies and races', {
    bodies: z
      .array(z.string().max(60))
      .max(20)
      .default(['grunt'])
      .meta({ title: 'Bodies for sale', description: 'Bodies that may be bought (RULING-28).' }),
    races: table(
      { human: 0, orc: 0, dwarf: 0, elf: 1, goblin: -3 },
      'Cost of a race',
      'Points of each race (RULING-23).',
    ),
  }),
  skills: group('Skills', {
    prices: priceTable(
      { tactics: 1, medicine: 1 },
      'Skills for sale',
      'Points for each level of a skill, counting level 0, or not-for-sale (RULING-13).',
    ),
  }),
  test: group('Tests', {
    untrained: number(
      -1,
      'Step of untrained skills',
      'Step of a test on a learned skill without training (RULING-11).',
    ),
    target: number(1, 'Count needed to pass', 'The count needed to pass a test (RULING-10).'),
    moraleAdv: yes(true, 'ADV in Morale tests', 'Does ADV count in Morale tests? (RULING-10)'),
    combinedHelp: number(1, 'Help from each trained helper', 'Step of each trained helper (RULING-12).'),
    combinedMax: number(2, 'Maximum help in all', 'The most steps that all helpers together add (RULING-12).'),
  }),
  range: group('Range', {
    perDie: number(2, 'Range of each die', 'Base range in spaces for each die of the weapon (RULING-20).', 1, 20),
  }),
  attack,
  injury: group('Injury', {
    baseStep: number(-1, 'Step of injury rolls', 'Step of every injury roll (DS-INJ-1).'),
    cap: number(3, 'Damage that counts in full', 'Damage above this worsens the step instead (DS-INJ-3).'),
    toughStep: number(1, 'Tough', 'Step for each Tough trait (RULING-24).'),
    fragileStep: number(-1, 'Fragile', 'Step for each Fragile trait (RULING-24).'),
  }),
  move: group('Movement', {
    action: number(4, 'Points of a Movement action', 'Movement points of a Movement action (DS-MOVE-1).'),
    tacticsAdv: number(2, 'Points of a stored ADV', 'Movement points of a stored ADV (DS-MOVE-1).'),
    step: number(1, 'Cost of a step', 'Movement points of a step (DS-MOVE-3).'),
    impeding: number(1, 'Cost of an impeding edge', 'Extra points to cross an impeding edge (DS-MOVE-4).'),
    friend: number(
      1,
      'Cost of an occupied space',
      'Extra points to enter a friend’s or a distracted foe’s space (RULING-35).',
    ),
    zone: number(1, 'Cost of leaving a zone', 'Extra points for each hostile zone left (DS-MOVE-8).'),
    intimidating: number(
      1,
      'Cost of an Intimidating zone',
      'Extra points for each Intimidating zone entered (DS-MOVE-9).',
    ),
    slowScope: choice(
      ['every-gain', 'movement-action'],
      'What Slow lowers',
      'Which gains of movement points the trait Slow lowers (RULING-70).',
    ),
  }),
  engage: group('Engagement zones', {
    radius: number(1, 'Radius of zones', 'Radius of a zone (DS-ENG-2).', 0, 9),
    reachRadius: number(2, 'Radius of reach weapons', 'Radius and reach of a reach weapon (RULING-19).', 1, 9),
    activeOnly: yes(
      false,
      'Weapons that make zones',
      'Must a melee weapon be active to give its warrior a zone? (RULING-57)',
    ),
  }),
  los: group('Lines of sight', {
    overlap: choice(
      ['count-once', 'count-both'],
      'Lines in the same direction',
      'Do two lines in the same direction count once? (RULING-40)',
    ),
    metric: choice(['orthogonal', 'chebyshev'], 'Distance', 'How distance is counted (RULING-33).'),
    corners: choice(['grazing', 'strict'], 'Grazed corners', 'May a line graze a blocked corner? (RULING-38)'),
  }),
  aoe: group('Blasts', {
    coverLight: number(
      1,
      'Light cover and blasts',
      'Armour dice or steps that light cover gives against a blast (RULING-74).',
    ),
    coverHeavy: number(
      2,
      'Heavy cover and blasts',
      'Armour dice or steps that heavy cover gives against a blast (RULING-74).',
    ),
    coverAs: choice(
      ['dice', 'step'],
      'What cover adds against blasts',
      'Does cover from a blast add armour dice or a step? (RULING-74)',
    ),
  }),
  cond: group('Conditions', {
    woundedEndsActivation: yes(
      false,
      'Being wounded ends the activation',
      'Does being wounded end the activation? (RULING-54)',
    ),
    stack: yes(false, 'Conditions gained twice', 'May a condition be gained twice? (RULING-55)'),
  }),
  round: group('Rounds', {
    autoEnd: yes(
      true,
      'Activations with nothing left',
      'Does an activation with nothing left to spend end by itself? (RULING-56)',
    ),
    tactics: choice(
      ['auto', 'command'],
      'Tactics tests',
      'Are Tactics tests rolled at once, or at the GM’s command? (DS-CMD-4)',
    ),
  }),
  warband: group('Warbands', {
    custom: yes(
      false,
      'Warbands beyond the rules',
      'May warbands use GM weapons and unpriced traits and skills, and exceed the limit? (DS-GEN-2)',
    ),
  }),
});
export type Settings = z.output<typeof settingsSchema>;

/** Settings for the most literal variant of the rules, each with its source. */
export const literalSettings: z.input<typeof settingsSchema> = {
  // Rolling dice 4.1, 4.2: “you must remove number of dice”, “your direct opponent must remove”.
  dice: { dropPolicy: 'ask' },
  // Creating Warband 2.2: armour and weapons are bought, skills are not named.
  skills: { prices: { tactics: notForSalePrice, medicine: notForSalePrice } },
  // Rolling dice 6.1: SKL and HIT are counted, ADV is not.
  test: { moraleAdv: false },
  // Melee attack 1.3.2.1: “Advanced rules only”. 2.2.3.2.0: “Gain 1 attack with 1 of your chosen weapons”.
  attack: { spendAdv: false, perAction: 'one-chosen' },
  // Line of Sight 2.4.2: “Line is blocked if it crosses corner between edges that are blocking LOS”.
  los: { corners: 'strict' },
};
