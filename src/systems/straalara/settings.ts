import { z } from 'zod';
import { settingGroup } from '../../rules/editions.ts';
import { parseBotchTable } from './botch-table.ts';

/** A setting with the given values; the first value is the default. */
const choice = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z.enum(words).default(words[0] as never);
const yes = (title: string, says: string) => z.boolean().meta({ title, description: says });
const dice = (usual: number, min: number, max: number) => z.int().min(min).max(max).default(usual);
const orNone = (title: string, says: string, number: z.ZodType<number>) =>
  z.union([number, z.literal('none')]).meta({ title, description: says });

const healthLevel = z.object({
  level: z.string().trim().min(1).max(40),
  /** Dice lost at this level; `-2` means the same as `2`. */
  penalty: z
    .int()
    .min(-20)
    .max(20)
    .nullish()
    .transform((penalty) => Math.abs(penalty ?? 0)),
});

/** Parses health levels like `Scratched 0, Maimed -2, Down`. Refuses text without a comma. */
const writtenTrack = z
  .string()
  .regex(/,/, 'write the health levels like Scratched 0, Maimed -2, Down')
  .transform((text) =>
    text.split(',').map((entry) => {
      const [, level = '', penalty = '0'] = /^\s*(.*?)\s*([-−]?\d+)?\s*$/.exec(entry) ?? [];
      return { level, penalty: Number(penalty.replace('−', '-')) };
    }),
  );

/** The health levels after Unhurt; the last one incapacitates. ST-WOUND-2. */
const healthTrack = z
  .union([writtenTrack, z.array(z.unknown())])
  .pipe(z.array(healthLevel).min(1).max(30))
  .transform((levels) => (levels[0]?.level.toLowerCase() === 'unhurt' && levels.length > 1 ? levels.slice(1) : levels))
  .meta({
    title: 'Health levels',
    description: 'Health levels after Unhurt with their penalties; the last one incapacitates (ST-RUL-44)',
  });

const sevenLevels = [
  { level: 'Bruised', penalty: 0 },
  { level: 'Hurt', penalty: 1 },
  { level: 'Injured', penalty: 1 },
  { level: 'Wounded', penalty: 2 },
  { level: 'Mauled', penalty: 2 },
  { level: 'Crippled', penalty: 5 },
  { level: 'Incapacitated', penalty: 0 },
];

/** The settings of a battle; invalid values are refused with BAD_SETTING. Section 7.1 of RULES.md. */
export const settingsSchema = z
  .strictObject({
    ...settingGroup('Initiative and turns', {
      initiativeFloor: orNone(
        'Lowest initiative',
        'Lowest initiative rating possible, or none for no limit (ST-RUL-6)',
        z.int(),
      ).default(0),
      tieRating: choice('effective', 'unwounded').meta({
        title: 'Initiative ties',
        description: 'Ties compare the initiative rating with wounds, or as if unwounded (ST-RUL-8)',
      }),
      secondActions: choice('count', 'wave').meta({
        title: 'When second actions come',
        description: 'Second actions come in the same countdown as first actions, or in a second wave (ST-RUL-14)',
      }),
      lapse: choice('lose', 'retarget', 'ask').meta({
        title: 'Actions that became impossible',
        description: 'An action that became impossible is lost, re-aimed, or decided by the GM (ST-RUL-15)',
      }),
      walkSpeedDefault: dice(7, 0, 1000).meta({
        title: 'Default walk speed',
        description: 'Metres per turn if the sheet has no value (ST-RUL-24)',
      }),
    }),
    ...settingGroup('Nominations', {
      declarations: choice('open', 'private').meta({
        title: 'When nominations are shown',
        description: 'Nominations are visible at once, or when everyone has nominated (ST-RUL-11)',
      }),
      earlyDeclarations: choice('refused', 'sealed').meta({
        title: 'Early nominations',
        description: 'A nomination that comes too early is refused, or sealed (ST-RUL-11)',
      }),
    }),
    ...settingGroup('Pools and difficulty', {
      botchMode: choice('no-success', 'net-negative').meta({
        title: 'What is a botch',
        description: 'A botch is a roll with a 1 and no hit, or with more 1s than hits (ST-RUL-27)',
      }),
      botches: choice('continue', 'wait').meta({
        title: 'Botches to settle',
        description: 'The combat continues, or waits until the GM has settled a botch (ST-RUL-49)',
      }),
      botchTable: z
        .string()
        .max(4000)
        .superRefine((written, context) => {
          const read = parseBotchTable(written);
          if (!read.ok) context.addIssue({ code: 'custom', message: read.error });
        })
        .default('')
        .meta({
          title: 'Your own botches',
          description:
            'What a botch may lead to, like melee: none the grip slips; weapon-broken the blade snaps (ST-GM-2)',
        }),
      tens: choice('one', 'two').meta({
        title: 'What a 10 counts',
        description: 'A 10 counts as one hit or two (ST-RUL-28)',
      }),
      emptyPool: choice('fail', 'one-die').meta({
        title: 'Empty pools',
        description: 'A pool of 0 or less fails, or rolls one die (ST-RUL-30)',
      }),
      difficultyMin: dice(2, 1, 10).meta({
        title: 'Lowest difficulty allowed',
        description: 'Lowest difficulty (ST-RUL-31)',
      }),
      difficultyMax: dice(10, 1, 10).meta({
        title: 'Highest difficulty allowed',
        description: 'Highest difficulty (ST-RUL-31)',
      }),
      longRangeModifier: dice(2, -8, 8).meta({
        title: 'Long range',
        description: 'Added to the difficulty of a shot or spell that the GM marks as long range (ST-RUL-32)',
      }),
      separateMelee: yes(
        'Separate weaponry and melee',
        'Attacks use the ability weaponry, parries the ability melee (ST-RUL-12)',
      ).default(false),
    }),
    ...settingGroup('Defense', {
      defenseBonus: dice(4, 0, 20).meta({
        title: 'Dice of the defense stance',
        description: 'Extra dice on every defense and soak in the defense stance (ST-RUL-19)',
      }),
      blockCountsAsParry: yes('Blocks in stances', 'Stances treat a block like a parry (ST-RUL-20)').default(true),
      parryRanged: choice('shield', 'none', 'any').meta({
        title: 'Parrying missiles',
        description: 'What can parry missiles: only a shield, nothing, or any weapon (ST-RUL-35)',
      }),
      unseenBars: choice('all', 'dodge').meta({
        title: 'Unseen attacks',
        description: 'An unseen attack rules out every defense, or only dodging (ST-RUL-36)',
      }),
      defensesPerTurn: orNone(
        'Maximum defenses per turn',
        'Defense rolls per turn, or none for no limit (ST-RUL-37)',
        z.int().min(0),
      ).default('none'),
      repeatDefensePenalty: dice(0, 0, 20).meta({
        title: 'Cost of repeated defenses',
        description: 'Dice lost for each defense roll already made this turn (ST-RUL-37)',
      }),
      partialDefense: choice('subtract', 'nothing').meta({
        title: 'Weaker defenses',
        description: 'A defense that does not stop the attack subtracts its successes, or nothing (ST-RUL-39)',
      }),
    }),
    ...settingGroup('Damage and wounds', {
      soakOnesCancel: yes('1s on soak rolls', '1s cancel hits on soak rolls (ST-RUL-42)').default(true),
      healthTrack: healthTrack.prefault(sevenLevels),
      woundsReducePools: yes('Wounds and pools', 'Wounds reduce attack, defense and action pools (ST-RUL-29)').default(
        true,
      ),
      death: choice('overflow', 'gm').meta({
        title: 'When a combatant dies',
        description: 'Damage past the last health level kills, or the GM decides (ST-RUL-45)',
      }),
      dazeBasis: choice('net', 'rolled').meta({
        title: 'What dazes',
        description: 'Damage after soak, or damage as rolled, decides whether a hit dazes (ST-RUL-46)',
      }),
      dazeLoses: choice('next-action', 'next-turn', 'mark').meta({
        title: 'What being dazed costs',
        description:
          'A dazed combatant loses its next action, every action left in that turn, or is only marked as dazed (ST-RUL-47)',
      }),
      dazedMayDefend: yes('Defending while dazed', 'Dazed combatants may defend (ST-RUL-48)').default(true),
    }),
  })
  .refine(({ difficultyMin, difficultyMax }) => difficultyMin <= difficultyMax, {
    path: ['difficultyMin'],
    message: 'difficultyMin must not be above difficultyMax',
  });
export type Settings = z.output<typeof settingsSchema>;

/** Settings that follow the original text literally where our defaults do not. Beside each is its source. */
export const literalSettings: z.input<typeof settingsSchema> = {
  // Stage One: “Wound penalties subtract directly from a character's initiative rating”, with no lower limit.
  initiativeFloor: 'none',
  // Stage One: “the one with the higher basic initiative rating”.
  tieRating: 'unwounded',
  // Stage Three: “Melee (Dexterity + Weaponry)”, “Parrying (Dexterity + Melee)”.
  separateMelee: true,
  // Stage Two: “Soak or Parry, not Dodge”; blocks are not named.
  blockCountsAsParry: false,
  // Stage Three: “A parry is a block using a melee weapon or shield”, a block “an interception of an incoming attack”.
  parryRanged: 'any',
  // Stage Three: dodging alone is against what “the defender can sense coming”.
  unseenBars: 'dodge',
  // Stage Four: “Dazed: When suffering more damage than Stamina”, with no effect.
  dazeLoses: 'mark',
  // Stage Four: “collapse (or may even die)”.
  death: 'gm',
};
