import { z } from 'zod';
import { settingGroup } from '../../rules/editions.ts';
import { maxBoardSide } from '../../rules/grid/square.ts';
import { maxTablesLength, parseTables } from './table-text.ts';

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
  ...settingGroup('Declarations and the end', {
    autoClose: on.meta({
      title: 'Close declarations automatically',
      description: 'Close declarations when every able combatant has declared (SEG-DECL-6).',
    }),
    declarations: z.enum(['open', 'private']).default('open').meta({
      title: 'When declarations are shown',
      description: 'Shown at once (open), or only when declarations are closed (SEG-RUL-1).',
    }),
    contingency: z.enum(['one', 'ask', 'auto']).default('one').meta({
      title: 'Attacks whose target is gone',
      description:
        'When a target is gone: turn to the only other enemy in reach and ask if there are several, always ask, or turn to the nearest (SEG-RUL-3).',
    }),
    autoEnd: off.meta({
      title: 'End the battle automatically',
      description: 'End the battle when only one team is left (SEG-ROUND-7).',
    }),
  }),
  ...settingGroup('Initiative and segments', {
    initiativeDice: diceList.default([10, 8, 6, 4, 2]).meta({
      title: 'Initiative dice of each attack',
      description: 'The sides of the initiative dice: first attack, second, and so on (SEG-RUL-8).',
    }),
    ties: z.enum(['order', 'simultaneous']).default('order').meta({
      title: 'Attacks on the same segment',
      description: 'Attacks on the same segment happen one by one, or all at once (SEG-RUL-13).',
    }),
    moveBeforeActions: on.meta({
      title: 'Movement before actions',
      description: 'Within a segment, movement comes before actions (SEG-RUL-15).',
    }),
    halfRoundSegment: within(1, 10)
      .default(5)
      .meta({ title: 'Half-round actions', description: 'Shields and potions work from this segment (SEG-RUL-60).' }),
    holdAny: off.meta({
      title: 'Holding other actions',
      description: 'Any action may be held, not only spells (SEG-RUL-53).',
    }),
  }),
  ...settingGroup('The map and movement', {
    useMap: on.meta({
      title: 'Playing on a map',
      description: 'Check paths, reach and range on a map of 5-foot squares (SEG-RUL-20).',
    }),
    board: z
      .union([
        z.literal('none'),
        z.strictObject({
          width: within(1, maxBoardSide),
          height: within(1, maxBoardSide),
          blocked: z.array(z.strictObject({ x: z.int(), y: z.int() })).default([]),
        }),
      ])
      .default({ width: 16, height: 12, blocked: [] })
      .meta({
        title: 'Size of the map',
        description: 'The size of the map in squares, or none for an open plain (SEG-RUL-20).',
      }),
    maxPace: z
      .enum(paces)
      .default('fast-sprint')
      .meta({ title: 'Fastest pace', description: 'The fastest pace of plain movement (SEG-RUL-56).' }),
    attackMoveHalves: off.meta({
      title: 'Attacks when attacking and moving',
      description: 'Attack and move costs half the attacks (SEG-RUL-57).',
    }),
    prone: z.enum(['off', 'melee', 'all']).default('off').meta({
      title: 'What lying prone does',
      description:
        'Lying prone: no effect; easier to hit, worse at hitting in melee; also harder to shoot (SEG-RUL-93).',
    }),
  }),
  ...settingGroup('Attack and defense', {
    defFloor: numberOrNone.meta({
      title: 'Lowest DEF',
      description: 'DEF never falls below this number, or none for no limit (SEG-RUL-21).',
    }),
    multiCount: z.enum(['declared', 'engaged']).default('declared').meta({
      title: 'Who counts as one of several attackers',
      description: 'Who counts as one of several attackers: who declared an attack, or all engaged (SEG-RUL-65).',
    }),
    defendVsRanged: on.meta({
      title: 'Defending against missiles',
      description: 'Defending counts against ranged attacks (SEG-RUL-70).',
    }),
    friendlyFire: off.meta({
      title: 'Attacking your own side',
      description: 'Deliberate attacks on your own side are allowed (SEG-RUL-92).',
    }),
    sizeInMelee: off.meta({
      title: 'Size counts in melee',
      description: 'Size counts in melee, not only for shooting (SEG-RUL-78).',
    }),
    unseenCheck: z.enum(['round', 'battle', 'gm']).default('round').meta({
      title: 'PER checks against unseen foes',
      description: 'How often PER is rolled against an unseen foe (SEG-RUL-63).',
    }),
    stackLight: off.meta({
      title: 'Darkness and invisibility',
      description: 'Darkness and invisibility add up (SEG-RUL-64).',
    }),
  }),
  ...settingGroup('Shooting', {
    aimApplies: z.enum(['all', 'first']).default('all').meta({
      title: 'What Careful Aim improves',
      description: 'Careful Aim improves all attacks, or only the first (SEG-RUL-81).',
    }),
    aimCarries: on.meta({
      title: 'Careful Aim carried over',
      description: 'If Careful Aim leaves no attack this round, its bonus carries over to the next (SEG-RUL-84).',
    }),
    idleIsStationary: off.meta({
      title: 'Who counts as stationary',
      description: 'A combatant that declared no movement counts as stationary (SEG-RUL-76).',
    }),
    intoMeleeTable: z
      .array(z.strictObject({ friends: z.int().min(1), opponents: z.int().min(1), friendOn: within(0, 100) }))
      .default([...printedRows])
      .meta({
        title: 'Shooting into melee',
        description: 'By number of friends and opponents: at or below which total a friend is hit (SEG-INTOMELEE-3).',
      }),
  }),
  ...settingGroup('Leaving melee', {
    autoFreeAttack: on.meta({
      title: 'Automatic free attacks',
      description: 'Free attacks are taken without asking (SEG-WITHDRAW-2).',
    }),
    freeAttackBusy: off.meta({
      title: 'Free attacks by busy opponents',
      description: 'An opponent busy with someone else still gets its free attack (SEG-WITHDRAW-3).',
    }),
    freeAttackFlyer: off.meta({
      title: 'Free attacks on flyers',
      description: 'An agile flyer that withdraws upward can be hit by free attacks (SEG-WITHDRAW-3).',
    }),
  }),
  ...settingGroup('Damage and wounds', {
    critDoubles: z.enum(['total', 'dice']).default('total').meta({
      title: 'What a critical hit doubles',
      description: 'A critical hit doubles the total damage, or only the dice (SEG-RUL-24).',
    }),
    deathAt: numberOrNone.meta({
      title: 'Hit points at death',
      description: 'Hit points at or below which a combatant dies (SEG-RUL-28).',
    }),
    stunBasis: z.enum(['taken', 'damage']).default('taken').meta({
      title: 'What stuns',
      description: 'Damage after PROT, or before PROT, decides whether a hit stuns (SEG-RUL-29).',
    }),
    startingHp: z.enum(['max', 'entry']).default('max').meta({
      title: 'Starting hit points',
      description: 'Starting hit points, for the exemption from wound levels: full, or those on joining (SEG-RUL-34).',
    }),
    tables: z
      .string()
      .max(maxTablesLength)
      .superRefine((written, context) => {
        const read = parseTables(written);
        if (!read.ok) context.addIssue({ code: 'custom', message: read.error });
      })
      .default('none')
      .meta({
        title: 'Your own tables',
        description: 'Tables the rulebook leaves to you, like grievous: 1-50 none; 51-100 broken arm (SEG-TABLE-1).',
      }),
    bleedFirstRound: on.meta({
      title: 'When bleeding begins',
      description: 'Bleeding begins in the round of the hit, not the round after (SEG-RUL-88).',
    }),
    fallenBleed: off.meta({
      title: 'The fallen bleed',
      description: 'Combatants that are down lose hit points by bleeding, too (SEG-RUL-88).',
    }),
  }),
  ...settingGroup('Spells and free actions', {
    roundSpellSegments: within(1, 15)
      .default(10)
      .meta({ title: 'One-round spells', description: 'How many segments a one-round spell takes (SEG-RUL-47).' }),
    interruptRule: z.enum(['damage', 'hit', 'check']).default('damage').meta({
      title: 'What interrupts a spell',
      description: 'What interrupts a spell: damage taken, any hit, or a failed check (SEG-RUL-50).',
    }),
    interruptMultiple: within(1, 5).default(3).meta({
      title: 'CON check against interruption',
      description: 'The multiple of CON to roll so that a spell is not interrupted (SEG-INT-2).',
    }),
    allowMoveCast: on.meta({
      title: 'Moving and casting',
      description: 'Allow moving and then casting in one round (SEG-RUL-52).',
    }),
    freeActions: textList.default(['speak or shout', 'drop an item', 'drop prone', 'let go of something']).meta({
      title: 'What counts as a free action',
      description: 'What combatants may do as a free action (SEG-FREE-1).',
    }),
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
