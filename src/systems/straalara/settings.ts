import { z } from 'zod';

const choice = <const T extends readonly [string, ...string[]]>(says: string, words: T) =>
  z.enum(words).meta({ description: says });
const yes = (says: string) => z.boolean().meta({ description: says });
const dice = (says: string, min: number, max: number) => z.int().min(min).max(max).meta({ description: says });
const orNone = (says: string, number: z.ZodType<number>) =>
  z.union([number, z.literal('none')]).meta({ description: says });

const healthLevel = z.object({
  level: z.string().trim().min(1).max(40),
  /** A number of dice; a printed minus sign is taken as meant. */
  penalty: z
    .int()
    .min(-20)
    .max(20)
    .nullish()
    .transform((penalty) => Math.abs(penalty ?? 0)),
});

/** `Scratched 0, Maimed -2, Down`; a single word is no track. */
const writtenTrack = z
  .string()
  .regex(/,/, 'a track is written like Scratched 0, Maimed -2, Down')
  .transform((text) =>
    text.split(',').map((entry) => {
      const [, level = '', penalty = '0'] = /^\s*(.*?)\s*([-−]?\d+)?\s*$/.exec(entry) ?? [];
      return { level, penalty: Number(penalty.replace('−', '-')) };
    }),
  );

/** The levels after Unhurt; the last one incapacitates (ST-WOUND-2). */
const healthTrack = z
  .union([writtenTrack, z.array(z.unknown())])
  .pipe(z.array(healthLevel).min(1).max(30))
  .transform((levels) => (levels[0]?.level.toLowerCase() === 'unhurt' && levels.length > 1 ? levels.slice(1) : levels))
  .meta({ description: 'Health levels after Unhurt with their penalties; the last one incapacitates' });

const sevenLevels = [
  { level: 'Bruised', penalty: 0 },
  { level: 'Hurt', penalty: 1 },
  { level: 'Injured', penalty: 1 },
  { level: 'Wounded', penalty: 2 },
  { level: 'Mauled', penalty: 2 },
  { level: 'Crippled', penalty: 5 },
  { level: 'Incapacitated', penalty: 0 },
];

/** Section 7.1. What does not parse is a `BAD_SETTING`. */
export const settingsSchema = z
  .strictObject({
    initiativeFloor: orNone('Least initiative rating, or none', z.int()).default(0),
    tieRating: choice('The rating compared in ties: after wounds, or unwounded', ['effective', 'unwounded']).default(
      'effective',
    ),
    secondActions: choice('Second actions on one countdown, or as a second wave', ['count', 'wave']).default('count'),
    lapse: choice('An action become impossible is lost, re-aimed, or put to the GM', [
      'lose',
      'retarget',
      'ask',
    ]).default('lose'),
    separateMelee: yes('Attacks use weaponry, parries melee').default(false),
    defenseBonus: dice('Extra dice on every defense and soak in the defense stance', 0, 20).default(4),
    blockCountsAsParry: yes('Stances treat block as parry').default(true),
    walkSpeedDefault: dice('Metres a turn where the sheet names none', 0, 1000).default(7),
    botchMode: choice('A botch is a 1 without a hit, or more 1s than hits', ['no-success', 'net-negative']).default(
      'no-success',
    ),
    tens: choice('A 10 counts as one hit or two', ['one', 'two']).default('one'),
    woundsReducePools: yes('Wounds thin attack, defense and action pools').default(true),
    emptyPool: choice('A pool of 0 or less fails, or rolls one die', ['fail', 'one-die']).default('fail'),
    difficultyMin: dice('Lowest difficulty', 1, 10).default(2),
    difficultyMax: dice('Highest difficulty', 1, 10).default(10),
    longRangeModifier: dice('Difficulty of a shot or spell the GM flags as long', -8, 8).default(2),
    parryRanged: choice('Who may parry missiles: shields, nobody, any weapon', ['shield', 'none', 'any']).default(
      'shield',
    ),
    unseenBars: choice('An unseen attack bars every defense, or dodging only', ['all', 'dodge']).default('all'),
    defensesPerTurn: orNone('Defense rolls a turn, or none for no limit', z.int().min(0)).default('none'),
    repeatDefensePenalty: dice('Dice lost for each defense roll already made this turn', 0, 20).default(0),
    partialDefense: choice('A weaker defense subtracts its successes, or nothing', ['subtract', 'nothing']).default(
      'subtract',
    ),
    soakOnesCancel: yes('1s cancel hits on soak rolls').default(true),
    healthTrack: healthTrack.prefault(sevenLevels),
    death: choice('Damage past the last level kills, or the GM decides', ['overflow', 'gm']).default('overflow'),
    dazeBasis: choice('Daze compares the damage after soak, or as rolled', ['net', 'rolled']).default('net'),
    dazeLoses: choice('Daze costs the next step, or every step of that turn', ['next-action', 'next-turn']).default(
      'next-action',
    ),
    dazedMayDefend: yes('The dazed may defend').default(true),
    declarations: choice('Nominations are open at once, or when all have spoken', ['open', 'private']).default('open'),
    earlyDeclarations: choice('A declaration that comes too early is refused, or sealed', [
      'refused',
      'sealed',
    ]).default('refused'),
  })
  .refine(({ difficultyMin, difficultyMax }) => difficultyMin <= difficultyMax, {
    path: ['difficultyMin'],
    message: 'difficultyMin must not be above difficultyMax',
  });
export type Settings = z.output<typeof settingsSchema>;

/** `lapse=retarget tens=two`, or JSON. What cannot be read is left for the settings themselves to refuse. */
export const writtenSettings = (text: string): unknown => {
  if (text.trim().startsWith('{')) {
    try {
      return JSON.parse(text);
    } catch {
      return { [text]: '' };
    }
  }
  return Object.fromEntries(
    text
      .split(/[;\n]|\s+(?=\w+\s*=)/)
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [name = '', ...rest] = part.split('=');
        return [name.trim(), worth(rest.join('=').trim())];
      }),
  );
};

const worth = (text: string): unknown => {
  if (text === 'true' || text === 'yes') return true;
  if (text === 'false' || text === 'no') return false;
  return /^-?\d+$/.test(text) ? Number(text) : text;
};
