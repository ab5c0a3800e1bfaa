import { z } from 'zod';
import { maxBoardSide } from '../../rules/grid/square.ts';
import { settingGroup } from '../../rules/settings.ts';
import { maxTablesLength, parseTables } from './table-text.ts';

export const paces = ['none', 'walk', 'run', 'sprint', 'fast-sprint'] as const;

export type Pace = (typeof paces)[number];

/** SEG-INTOMELEE-3, the printed rows; SEG-RUL-90 gives the others. */
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
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  );

const sides = z.int().min(1).max(100);

const diceList = z.union([z.array(sides).max(30), words.transform((list) => list.map(Number)).pipe(z.array(sides))]);

const textList = z.union([z.array(z.string().min(1).max(100)).max(30), words]);

/** Section 9. Frozen when the battle starts. */
export const settingsSchema = z.strictObject({
  ...settingGroup('Declarations and the end', {
    autoClose: z.boolean().default(true).meta({
      title: 'Closing declarations',
      description: 'Close declarations when every able combatant has declared (SEG-DECL-6).',
    }),
    secretDeclarations: z.boolean().default(false).meta({
      title: 'Keeping declarations secret',
      description: 'Show declarations only when they are closed (SEG-RUL-1).',
    }),
    declarations: z
      .enum(['open', 'private'])
      .default('open')
      .meta({ title: 'Declarations shown', description: 'Open, or shown only when they are closed (SEG-RUL-1).' }),
    contingency: z.enum(['one', 'ask', 'auto']).default('one').meta({
      title: 'Attacks whose target is gone',
      description:
        'When a target is gone: turn to the only other enemy in reach and ask if there are several, always ask, or turn to the nearest (SEG-RUL-3).',
    }),
    autoEnd: z
      .boolean()
      .default(false)
      .meta({ title: 'Ending automatically', description: 'End the battle when only one team is left (SEG-ROUND-7).' }),
  }),
  ...settingGroup('Initiative and segments', {
    initiativeDice: diceList.default([10, 8, 6, 4, 2]).meta({
      title: 'Dice of initiative',
      description: 'The sides of the initiative dice: first attack, second, and so on (SEG-RUL-8).',
    }),
    ties: z.enum(['order', 'simultaneous']).default('order').meta({
      title: 'Attacks on one segment',
      description: 'Attacks on one segment: one by one, or at once (SEG-RUL-13).',
    }),
    moveBeforeActions: z.boolean().default(true).meta({
      title: 'Steps before actions',
      description: 'Within a segment, steps come before actions (SEG-RUL-19).',
    }),
    halfRoundSegment: z
      .int()
      .min(1)
      .max(10)
      .default(5)
      .meta({ title: 'Half-round actions', description: 'Shields and potions work from this segment (SEG-RUL-60).' }),
    holdAny: z
      .boolean()
      .default(false)
      .meta({ title: 'Holding anything', description: 'Anything may be held, not only spells (SEG-RUL-53).' }),
  }),
  ...settingGroup('The map and movement', {
    useMap: z.boolean().default(true).meta({
      title: 'Playing on a map',
      description: 'Check paths, reach and range on a map of 5-foot squares (SEG-RUL-20).',
    }),
    board: z
      .union([
        z.literal('none'),
        z.strictObject({
          width: z.int().min(1).max(maxBoardSide),
          height: z.int().min(1).max(maxBoardSide),
          blocked: z.array(z.strictObject({ x: z.int(), y: z.int() })).default([]),
        }),
      ])
      .default({ width: 24, height: 16, blocked: [] })
      .meta({
        title: 'Size of the map',
        description: 'The size of the map in squares, or none for an open plain (SEG-RUL-20).',
      }),
    maxPace: z
      .enum(paces)
      .default('fast-sprint')
      .meta({ title: 'Fastest pace', description: 'The fastest pace of plain movement (SEG-RUL-56).' }),
    attackMoveHalves: z
      .boolean()
      .default(false)
      .meta({ title: 'Attacking and moving', description: 'Attack and move loses half the attacks (SEG-RUL-57).' }),
    prone: z.enum(['off', 'melee', 'all']).default('off').meta({
      title: 'What lying prone does',
      description:
        'What lying prone does: nothing; easier to hit and hits worse in melee; or also harder to shoot (SEG-RUL-93).',
    }),
  }),
  ...settingGroup('Attack and defense', {
    defFloor: numberOrNone.meta({ title: 'Lowest DEF', description: 'DEF never falls below this (SEG-RUL-21).' }),
    multiCount: z.enum(['declared', 'engaged']).default('declared').meta({
      title: 'Who counts among many',
      description: 'Who counts among several attackers: those who declared it, or all engaged (SEG-RUL-65).',
    }),
    defendVsRanged: z.boolean().default(true).meta({
      title: 'Defending against missiles',
      description: 'Defending counts against ranged attacks (SEG-RUL-70).',
    }),
    friendlyFire: z.boolean().default(false).meta({
      title: 'Attacking your own side',
      description: 'Deliberate attacks on your own side are allowed (SEG-RUL-92).',
    }),
    sizeInMelee: z
      .boolean()
      .default(false)
      .meta({ title: 'Size at close quarters', description: 'Size counts in melee too (SEG-RUL-78).' }),
    unseenCheck: z.enum(['round', 'battle', 'gm']).default('round').meta({
      title: 'Checks against the unseen',
      description: 'When PER is rolled against an unseen foe (SEG-RUL-63).',
    }),
    stackLight: z
      .boolean()
      .default(false)
      .meta({ title: 'Darkness and invisibility', description: 'Darkness and invisibility add up (SEG-RUL-64).' }),
    checkStyle: z
      .literal('percent-under')
      .default('percent-under')
      .meta({ title: 'Attribute checks', description: 'How attribute checks are rolled (SEG-CHECK-1).' }),
  }),
  ...settingGroup('Shooting', {
    aimApplies: z
      .enum(['all', 'first'])
      .default('all')
      .meta({ title: 'What an aim helps', description: 'Careful Aim helps all attacks, or the first (SEG-RUL-81).' }),
    aimCarries: z.boolean().default(true).meta({
      title: 'An aim carried over',
      description: 'An aim that leaves no attack carries to the next round (SEG-RUL-84).',
    }),
    idleIsStationary: z.boolean().default(false).meta({
      title: 'Who is stationary',
      description: 'A combatant that declared no movement counts as stationary (SEG-RUL-76).',
    }),
    intoMeleeTable: z
      .array(z.strictObject({ friends: z.int().min(1), opponents: z.int().min(1), friendOn: z.int().min(0).max(100) }))
      .default([...printedRows])
      .meta({
        title: 'Shooting into melee',
        description: 'Shooting into melee: rows of friends, opponents and the number for a friend (SEG-INTOMELEE-3).',
      }),
  }),
  ...settingGroup('Leaving melee', {
    autoFreeAttack: z
      .boolean()
      .default(true)
      .meta({ title: 'Free attacks unasked', description: 'Free attacks are taken without asking (SEG-WITHDRAW-2).' }),
    freeAttackBusy: z.boolean().default(false).meta({
      title: 'Free attacks of the busy',
      description: 'An opponent busy with another gets its free attack (SEG-WITHDRAW-3).',
    }),
    freeAttackFlyer: z.boolean().default(false).meta({
      title: 'Free attacks on flyers',
      description: 'An agile flyer leaving upward suffers free attacks (SEG-WITHDRAW-3).',
    }),
  }),
  ...settingGroup('Damage and wounds', {
    critDoubles: z.enum(['total', 'dice']).default('total').meta({
      title: 'What a critical doubles',
      description: 'A critical doubles the total, or the dice alone (SEG-RUL-24).',
    }),
    deathAt: numberOrNone.meta({
      title: 'Death by hit points',
      description: 'Hit points at or below which a combatant dies (SEG-RUL-28).',
    }),
    stunBasis: z
      .enum(['taken', 'damage'])
      .default('taken')
      .meta({ title: 'What stuns', description: 'Stun looks at damage after PROT, or before (SEG-RUL-29).' }),
    startingHp: z.enum(['max', 'entry']).default('max').meta({
      title: 'Few hit points from the start',
      description:
        'Which hit points decide whether a combatant begins with few: the full total, or those on joining (SEG-RUL-34).',
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
        title: 'Tables of your own',
        description:
          'Tables that the rulebook leaves to you, like grievous: 1-50 none; 51-100 broken arm (SEG-TABLE-1).',
      }),
    bleedFirstRound: z
      .boolean()
      .default(true)
      .meta({ title: 'When bleeding begins', description: 'Bleeding begins in the round of the hit (SEG-RUL-88).' }),
  }),
  ...settingGroup('Spells and free actions', {
    roundSpellSegments: z
      .int()
      .min(1)
      .max(15)
      .default(10)
      .meta({ title: 'One-round spells', description: 'Segments a one-round spell takes (SEG-RUL-47).' }),
    interruptRule: z.enum(['damage', 'hit', 'check']).default('damage').meta({
      title: 'What interrupts a spell',
      description: 'What interrupts a spell: damage taken, any hit, or a failed check (SEG-RUL-50).',
    }),
    interruptMultiple: z.int().min(1).max(5).default(3).meta({
      title: 'Check against interruption',
      description: 'The multiple of CON for this check (SEG-INT-2).',
    }),
    allowMoveCast: z
      .boolean()
      .default(true)
      .meta({ title: 'Moving and casting', description: 'Allow moving and then casting in one round (SEG-RUL-52).' }),
    freeActions: textList
      .default(['speak or shout', 'drop an item', 'drop prone', 'let go of something'])
      .meta({ title: 'What is a free action', description: 'What counts as a free action (SEG-FREE-1).' }),
  }),
});

export type Settings = z.output<typeof settingsSchema>;

/** The plainest reading of the text where ours is another. Beside each the place of its sentence. */
export const literalSettings: z.input<typeof settingsSchema> = {
  // Ranged Modifiers: “Target stationary = +10”, whatever keeps it where it is.
  idleIsStationary: true,
  // Careful Aim: “the attacker loses one attack for the round”; no other round is named.
  aimCarries: false,
  // Hitting: nothing says that the target is of the other side.
  friendlyFire: true,
};
