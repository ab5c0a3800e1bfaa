import { z } from 'zod';
import { loadSettingGroups } from '../../rules/editions.ts';
import { choice } from '../../rules/presets.ts';
import { parseBotchTable } from './botch-table.ts';

const group = loadSettingGroups(new URL('./settings.json', import.meta.url));

const yes = z.boolean().default(true);
const dice = (usual: number, min: number, max: number) => z.int().min(min).max(max).default(usual);
const orNone = (number: z.ZodType<number>) => z.union([number, z.literal('none')]);

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
  .transform((levels) => (levels[0]?.level.toLowerCase() === 'unhurt' && levels.length > 1 ? levels.slice(1) : levels));

const healthLevelNames = [
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
    ...group('Initiative and turns', {
      initiativeFloor: orNone(z.int()).default(0),
      tieRating: choice('effective', 'unwounded'),
      secondActions: choice('count', 'wave'),
      lapse: choice('lose', 'retarget', 'ask'),
      walkSpeedDefault: dice(7, 0, 1000),
    }),
    ...group('Nominations', {
      declarations: choice('open', 'private'),
      earlyDeclarations: choice('refused', 'sealed'),
    }),
    ...group('Pools and difficulty', {
      botchMode: choice('no-success', 'net-negative'),
      botches: choice('continue', 'wait'),
      botchTable: z
        .string()
        .max(4000)
        .superRefine((written, context) => {
          const read = parseBotchTable(written);
          if (!read.ok) context.addIssue({ code: 'custom', message: read.error });
        })
        .default(''),
      tens: choice('one', 'two'),
      emptyPool: choice('fail', 'one-die'),
      difficultyMin: dice(2, 1, 10),
      difficultyMax: dice(10, 1, 10),
      longRangeModifier: dice(2, -8, 8),
      separateMelee: z.boolean().default(false),
    }),
    ...group('Defense', {
      defenseBonus: dice(4, 0, 20),
      blockCountsAsParry: yes,
      parryRanged: choice('shield', 'none', 'any'),
      unseenBars: choice('all', 'dodge'),
      defensesPerTurn: orNone(z.int().min(0)).default('none'),
      repeatDefensePenalty: dice(0, 0, 20),
      partialDefense: choice('subtract', 'nothing'),
    }),
    ...group('Damage and wounds', {
      soakOnesCancel: yes,
      healthTrack: healthTrack.prefault(healthLevelNames),
      woundsReducePools: yes,
      death: choice('overflow', 'gm'),
      dazeBasis: choice('net', 'rolled'),
      dazeLoses: choice('next-action', 'next-turn', 'mark'),
      dazedMayDefend: yes,
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
