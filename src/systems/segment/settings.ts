import { z } from 'zod';
import { largestBoard } from '../../rules/grid/square.ts';

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
  autoClose: z.boolean().default(true).describe('Close declarations when every able combatant has declared.'),
  autoEnd: z.boolean().default(false).describe('End the battle when one team remains.'),
  secretDeclarations: z.boolean().default(false).describe('Show declarations only when they are closed.'),
  declarations: z.enum(['open', 'private']).default('open').describe('Private: the same as secretDeclarations.'),
  contingency: z
    .enum(['ask', 'auto'])
    .default('ask')
    .describe('Overtaken attacks: ask, or turn to the nearest legal enemy.'),
  initiativeDice: diceList
    .default([10, 8, 6, 4, 2])
    .describe('The sides of the initiative dice: first attack, second, and so on.'),
  ties: z.enum(['order', 'simultaneous']).default('order').describe('Attacks on one segment: one by one, or at once.'),
  moveBeforeActions: z.boolean().default(true).describe('Within a segment, steps come before actions.'),
  useMap: z.boolean().default(true).describe('Test paths, reach and range on a map of 5-foot squares.'),
  board: z
    .union([
      z.literal('none'),
      z.strictObject({
        width: z.int().min(1).max(largestBoard),
        height: z.int().min(1).max(largestBoard),
        blocked: z.array(z.strictObject({ x: z.int(), y: z.int() })).default([]),
      }),
    ])
    .default({ width: 24, height: 16, blocked: [] })
    .describe('The size of the map in squares, or none for an open plain.'),
  defFloor: numberOrNone.describe('DEF never falls below this.'),
  critDoubles: z.enum(['total', 'dice']).default('total').describe('A critical doubles the total, or the dice alone.'),
  deathAt: numberOrNone.describe('Hit points at or below which a combatant dies.'),
  stunBasis: z.enum(['taken', 'damage']).default('taken').describe('Stun looks at damage after PROT, or before.'),
  startingHp: z
    .enum(['max', 'entry'])
    .default('max')
    .describe('Wound exemptions: by full hit points, or those on joining.'),
  checkStyle: z.literal('percent-under').default('percent-under').describe('How attribute checks are rolled.'),
  roundSpellSegments: z.int().min(1).max(15).default(10).describe('Segments a one-round spell takes.'),
  interruptRule: z
    .enum(['damage', 'hit', 'check'])
    .default('damage')
    .describe('What interrupts a spell: damage taken, any hit, or a failed check.'),
  interruptMultiple: z.int().min(1).max(5).default(3).describe('The multiple of CON for interruptRule check.'),
  allowMoveCast: z.boolean().default(true).describe('Moving and then casting in one round.'),
  holdAny: z.boolean().default(false).describe('Anything may be held, not spells alone.'),
  maxPace: z.enum(paces).default('fast-sprint').describe('The fastest pace of plain movement.'),
  attackMoveHalves: z.boolean().default(false).describe('Attack and move loses half the attacks.'),
  halfRoundSegment: z.int().min(1).max(10).default(5).describe('Shields and potions work from this segment.'),
  freeActions: textList
    .default(['speak or shout', 'drop an item', 'drop prone', 'let go of something'])
    .describe('What counts as a free action.'),
  unseenCheck: z.enum(['round', 'battle', 'gm']).default('round').describe('When PER is rolled against an unseen foe.'),
  stackLight: z.boolean().default(false).describe('Darkness and invisibility add up.'),
  multiCount: z
    .enum(['declared', 'engaged'])
    .default('declared')
    .describe('Who counts among several attackers: those who declared it, or all engaged.'),
  defendVsRanged: z.boolean().default(true).describe('Defending counts against ranged attacks.'),
  freeAttackBusy: z.boolean().default(false).describe('An opponent busy with another gets its free attack.'),
  freeAttackFlyer: z.boolean().default(false).describe('An agile flyer leaving upward suffers free attacks.'),
  autoFreeAttack: z.boolean().default(true).describe('Free attacks are taken without asking.'),
  idleIsStationary: z.boolean().default(false).describe('Whoever declared no movement counts as stationary.'),
  sizeInMelee: z.boolean().default(false).describe('Size counts in melee too.'),
  aimApplies: z.enum(['all', 'first']).default('all').describe('Careful Aim helps all attacks, or the first.'),
  aimCarries: z.boolean().default(true).describe('An aim that leaves no attack carries to the next round.'),
  bleedFirstRound: z.boolean().default(true).describe('Bleeding begins in the round of the hit.'),
  intoMeleeTable: z
    .array(z.strictObject({ friends: z.int().min(1), opponents: z.int().min(1), friendOn: z.int().min(0).max(100) }))
    .default([...printedRows])
    .describe('Shooting into melee: rows of friends, opponents and the number for a friend.'),
  friendlyFire: z.boolean().default(false).describe('Deliberate attacks on one’s own side are allowed.'),
});

export type Settings = z.output<typeof settingsSchema>;
