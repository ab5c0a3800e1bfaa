import { z } from 'zod';
import { loadSettingGroups } from '../../rules/editions.ts';
import { maxBoardSide } from '../../rules/grid/square.ts';
import { maxTablesLength, parseTables } from './table-text.ts';

const group = loadSettingGroups(new URL('./settings.json', import.meta.url));

export const paces = ['none', 'walk', 'run', 'sprint', 'fast-sprint'] as const;

export type Pace = (typeof paces)[number];

/** The rulebook’s rows for a shot into melee; all other rows are calculated (SEG-RUL-90). SEG-INTOMELEE-3. */
const printedRows = [
  { friends: 1, opponents: 1, friendOn: 30 },
  { friends: 1, opponents: 2, friendOn: 20 },
  { friends: 1, opponents: 3, friendOn: 10 },
  { friends: 2, opponents: 1, friendOn: 40 },
  { friends: 3, opponents: 1, friendOn: 50 },
  { friends: 3, opponents: 2, friendOn: 45 },
] as const;

const numberOrNone = z.union([z.int(), z.literal('none')]).default('none');

const words = z
  .string()
  .max(500)
  .transform((text) => text.split(',').flatMap((word) => word.trim() || []));

const within = (least: number, most: number) => z.int().min(least).max(most);

const on = z.boolean().default(true);

const off = z.boolean().default(false);

const sides = within(1, 100);

const diceList = z.union([z.array(sides).max(30), words.transform((list) => list.map(Number)).pipe(z.array(sides))]);

const textList = z.union([z.array(z.string().min(1).max(100)).max(30), words]);

/** The settings of a battle, fixed when it starts. Section 9 of RULES.md. */
export const settingsSchema = z.strictObject({
  ...group('Declarations and the end', {
    autoClose: on,
    declarations: z.enum(['open', 'private']).default('open'),
    contingency: z.enum(['one', 'ask', 'auto']).default('one'),
    autoEnd: off,
  }),
  ...group('Initiative and segments', {
    initiativeDice: diceList.default([10, 8, 6, 4, 2]),
    ties: z.enum(['order', 'simultaneous']).default('order'),
    moveBeforeActions: on,
    halfRoundSegment: within(1, 10).default(5),
    holdAny: off,
  }),
  ...group('The map and movement', {
    useMap: on,
    board: z
      .union([
        z.literal('none'),
        z.strictObject({
          width: within(1, maxBoardSide),
          height: within(1, maxBoardSide),
          blocked: z.array(z.strictObject({ x: z.int(), y: z.int() })).default([]),
        }),
      ])
      .default({ width: 16, height: 12, blocked: [] }),
    maxPace: z.enum(paces).default('fast-sprint'),
    attackMoveHalves: off,
    prone: z.enum(['off', 'melee', 'all']).default('off'),
  }),
  ...group('Attack and defense', {
    defFloor: numberOrNone,
    multiCount: z.enum(['declared', 'engaged']).default('declared'),
    defendVsRanged: on,
    friendlyFire: off,
    sizeInMelee: off,
    unseenCheck: z.enum(['round', 'battle', 'gm']).default('round'),
    stackLight: off,
  }),
  ...group('Shooting', {
    aimApplies: z.enum(['all', 'first']).default('all'),
    aimCarries: on,
    idleIsStationary: off,
    intoMeleeTable: z
      .array(z.strictObject({ friends: z.int().min(1), opponents: z.int().min(1), friendOn: within(0, 100) }))
      .default([...printedRows]),
  }),
  ...group('Leaving melee', {
    autoFreeAttack: on,
    freeAttackBusy: off,
    freeAttackFlyer: off,
  }),
  ...group('Damage and wounds', {
    critDoubles: z.enum(['total', 'dice']).default('total'),
    deathAt: numberOrNone,
    stunBasis: z.enum(['taken', 'damage']).default('taken'),
    startingHp: z.enum(['max', 'entry']).default('max'),
    tables: z
      .string()
      .max(maxTablesLength)
      .superRefine((written, context) => {
        const read = parseTables(written);
        if (!read.ok) context.addIssue({ code: 'custom', message: read.error });
      })
      .default('none'),
    bleedFirstRound: on,
    fallenBleed: off,
  }),
  ...group('Spells and free actions', {
    roundSpellSegments: within(1, 15).default(10),
    interruptRule: z.enum(['damage', 'hit', 'check']).default('damage'),
    interruptMultiple: within(1, 5).default(3),
    allowMoveCast: on,
    freeActions: textList.default(['speak or shout', 'drop an item', 'drop prone', 'let go of something']),
  }),
});

export type Settings = z.output<typeof settingsSchema>;

/** Settings that follow the original text literally where our defaults do not. Beside each is its source. */
export const literalSettings: z.input<typeof settingsSchema> = {
  // Ranged Modifiers: “Target stationary = +10”, for any reason.
  idleIsStationary: true,
  // Careful Aim: “the attacker loses one attack for the round”; no other round is named.
  aimCarries: false,
  // Hitting: nothing says that the target is of the other side.
  friendlyFire: true,
};
