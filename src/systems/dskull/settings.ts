import { z } from 'zod';
import { settingGroup } from '../../rules/editions.ts';
import { choice, loadSettingTexts } from '../../rules/presets.ts';

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

const describe = loadSettingTexts(new URL('./settings.json', import.meta.url));

const group = <Shape extends z.ZodRawShape & Readonly<Record<string, z.ZodType>>>(title: string, shape: Shape) =>
  z
    .strictObject(describe(title, shape))
    .prefault({} as never)
    .meta({ title });

const number = (usual: number, least = -99, most = 99) => z.int().min(least).max(most).default(usual);

const yes = (usual: boolean) => z.boolean().default(usual);

/** A setting that is a table. Entries set by the GM replace or join the default ones. */
const tableOf =
  <Entry extends z.ZodType>(entry: Entry, key = z.string().max(60)) =>
  (usual: Readonly<Record<string, z.output<Entry>>>) =>
    z
      .record(key, entry)
      .transform((own): Record<string, z.output<Entry>> => ({ ...usual, ...own }))
      .prefault({});

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
    .prefault('standard'),
  dropPolicy: choice('auto', 'ask'),
});

const points = group('Points of a warband', {
  limit: number(40),
  body: table({ grunt: 6, bruiser: 7, scout: 7, guardian: 7, healer: 7 }),
  armour: table({ light: 1, heavy: 2 }),
  shield: number(1),
  weapon: table({ '1': 2, '2': 3 }),
  reach: number(1),
  aoeBase: number(1),
  aoeExtra: number(2),
  threeCharges: number(-1),
  oneChargeRounding: choice('down', 'up'),
  freeHands: number(3),
  extraHand: number(1),
  multiracial: number(1),
  minWarrior: number(1),
});

const attack = group('Attacks', {
  shieldStep: number(-1),
  coverLight: number(-1),
  coverHeavy: number(-2),
  rangeStep: number(-1),
  maxBands: z.int().min(1).max(99).nullable().default(null),
  statuses: choice('shown', 'suggested'),
  surprisedStep: number(0),
  flankedStep: number(0),
  smallStep: number(-1),
  spendAdv: yes(true),
  armourWeakness: yes(false),
  twoHandGrip: choice('sole-active', 'only-item', 'off'),
  perAction: choice('tables', 'one-chosen'),
  tables: group('Attacks from an Attack action', {
    primary: attackTable({ '1': [1, 0], '2': [1, 1], '3': [2, 1], '4': [2, 2] }),
    secondary: attackTable({ '1': [0, 0], '2': [0, 1], '3': [0, 1], '4': [1, 1] }),
  }),
});

/** All settings, named as in section 20. They freeze when the battle starts. DS-GEN-10. */
export const settingsSchema = z.strictObject({
  dice,
  points,
  traits: group('Traits', {
    prices: priceTable({
      strong: 1,
      'very-strong': 1,
      brave: 1,
      'very-brave': 1,
      intimidating: 1,
      fearsome: 2,
      'awe-inspiring': 2,
    }),
  }),
  ...settingGroup(
    'Bodies and races',
    describe('Bodies and races', {
      bodies: z.array(z.string().max(60)).max(20).default(['grunt']),
      races: table({ human: 0, orc: 0, dwarf: 0, elf: 1, goblin: -3 }),
    }),
  ),
  skills: group('Skills', {
    prices: priceTable({ tactics: 1, medicine: 1 }),
  }),
  test: group('Tests', {
    untrained: number(-1),
    target: number(1),
    moraleAdv: yes(true),
    combinedHelp: number(1),
    combinedMax: number(2),
  }),
  range: group('Range', {
    perDie: number(2, 1, 20),
  }),
  attack,
  injury: group('Injury', {
    baseStep: number(-1),
    cap: number(3),
    toughStep: number(1),
    fragileStep: number(-1),
  }),
  move: group('Movement', {
    action: number(4),
    tacticsAdv: number(2),
    step: number(1),
    impeding: number(1),
    friend: number(1),
    zone: number(1),
    intimidating: number(1),
    slowScope: choice('every-gain', 'movement-action'),
  }),
  engage: group('Engagement zones', {
    radius: number(1, 0, 9),
    reachRadius: number(2, 1, 9),
    activeOnly: yes(false),
  }),
  los: group('Lines of sight', {
    overlap: choice('count-once', 'count-both'),
    metric: choice('orthogonal', 'chebyshev'),
    corners: choice('grazing', 'strict'),
  }),
  aoe: group('Blasts', {
    coverLight: number(1),
    coverHeavy: number(2),
    coverAs: choice('dice', 'step'),
  }),
  cond: group('Conditions', {
    woundedEndsActivation: yes(false),
    stack: yes(false),
  }),
  round: group('Rounds', {
    autoEnd: yes(true),
    tactics: choice('auto', 'command'),
  }),
  warband: group('Warbands', {
    custom: yes(false),
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
