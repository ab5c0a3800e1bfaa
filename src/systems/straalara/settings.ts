import { z } from 'zod';
import { settingGroup } from '../../rules/settings.ts';

const choice = <const T extends readonly [string, ...string[]]>(title: string, says: string, words: T) =>
  z.enum(words).meta({ title, description: says });
const yes = (title: string, says: string) => z.boolean().meta({ title, description: says });
const dice = (title: string, says: string, min: number, max: number) =>
  z.int().min(min).max(max).meta({ title, description: says });
const orNone = (title: string, says: string, number: z.ZodType<number>) =>
  z.union([number, z.literal('none')]).meta({ title, description: says });

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
  .regex(/,/, 'write the health levels like Scratched 0, Maimed -2, Down')
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

/** Section 7.1. What does not parse is a `BAD_SETTING`. */
export const settingsSchema = z
  .strictObject({
    ...settingGroup('Initiative and turns', {
      initiativeFloor: orNone(
        'Lowest initiative',
        'Lowest initiative rating possible, or none for no limit (ST-RUL-6)',
        z.int(),
      ).default(0),
      tieRating: choice(
        'Initiative ties',
        'Ties compare the initiative rating with wounds, or as if unwounded (ST-RUL-8)',
        ['effective', 'unwounded'],
      ).default('effective'),
      secondActions: choice(
        'When second actions come',
        'Second actions come in the same countdown as first actions, or in a second wave (ST-RUL-14)',
        ['count', 'wave'],
      ).default('count'),
      lapse: choice(
        'Actions that became impossible',
        'An action that became impossible is lost, re-aimed, or decided by the GM (ST-RUL-15)',
        ['lose', 'retarget', 'ask'],
      ).default('lose'),
      walkSpeedDefault: dice(
        'Default walk speed',
        'Metres per turn if the sheet has no value (ST-RUL-24)',
        0,
        1000,
      ).default(7),
    }),
    ...settingGroup('Nominations', {
      declarations: choice(
        'When nominations are shown',
        'Nominations are visible at once, or when everyone has nominated (ST-RUL-11)',
        ['open', 'private'],
      ).default('open'),
      earlyDeclarations: choice(
        'Early nominations',
        'A nomination that comes too early is refused, or sealed (ST-RUL-11)',
        ['refused', 'sealed'],
      ).default('refused'),
    }),
    ...settingGroup('Pools and difficulty', {
      botchMode: choice(
        'What is a botch',
        'A botch is a roll with a 1 and no hit, or with more 1s than hits (ST-RUL-27)',
        ['no-success', 'net-negative'],
      ).default('no-success'),
      tens: choice('What a 10 counts', 'A 10 counts as one hit or two (ST-RUL-28)', ['one', 'two']).default('one'),
      emptyPool: choice('Empty pools', 'A pool of 0 or less fails, or rolls one die (ST-RUL-30)', [
        'fail',
        'one-die',
      ]).default('fail'),
      difficultyMin: dice('Lowest difficulty allowed', 'Lowest difficulty (ST-RUL-31)', 1, 10).default(2),
      difficultyMax: dice('Highest difficulty allowed', 'Highest difficulty (ST-RUL-31)', 1, 10).default(10),
      longRangeModifier: dice(
        'Long range',
        'Added to the difficulty of a shot or spell that the GM marks as long range (ST-RUL-32)',
        -8,
        8,
      ).default(2),
      separateMelee: yes(
        'Separate weaponry and melee',
        'Attacks use the ability weaponry, parries the ability melee (ST-RUL-12)',
      ).default(false),
    }),
    ...settingGroup('Defense', {
      defenseBonus: dice(
        'Dice of the defense stance',
        'Extra dice on every defense and soak in the defense stance (ST-RUL-19)',
        0,
        20,
      ).default(4),
      blockCountsAsParry: yes('Blocks in stances', 'Stances treat a block like a parry (ST-RUL-20)').default(true),
      parryRanged: choice(
        'Parrying missiles',
        'What can parry missiles: only a shield, nothing, or any weapon (ST-RUL-35)',
        ['shield', 'none', 'any'],
      ).default('shield'),
      unseenBars: choice('Unseen attacks', 'An unseen attack rules out every defense, or only dodging (ST-RUL-36)', [
        'all',
        'dodge',
      ]).default('all'),
      defensesPerTurn: orNone(
        'Maximum defenses per turn',
        'Defense rolls per turn, or none for no limit (ST-RUL-37)',
        z.int().min(0),
      ).default('none'),
      repeatDefensePenalty: dice(
        'Cost of repeated defenses',
        'Dice lost for each defense roll already made this turn (ST-RUL-37)',
        0,
        20,
      ).default(0),
      partialDefense: choice(
        'Weaker defenses',
        'A defense that does not stop the attack subtracts its successes, or nothing (ST-RUL-39)',
        ['subtract', 'nothing'],
      ).default('subtract'),
    }),
    ...settingGroup('Damage and wounds', {
      soakOnesCancel: yes('1s on soak rolls', '1s cancel hits on soak rolls (ST-RUL-42)').default(true),
      healthTrack: healthTrack.prefault(sevenLevels),
      woundsReducePools: yes('Wounds and pools', 'Wounds reduce attack, defense and action pools (ST-RUL-29)').default(
        true,
      ),
      death: choice('When a combatant dies', 'Damage past the last health level kills, or the GM decides (ST-RUL-45)', [
        'overflow',
        'gm',
      ]).default('overflow'),
      dazeBasis: choice(
        'What dazes',
        'Damage after soak, or damage as rolled, decides whether a hit dazes (ST-RUL-46)',
        ['net', 'rolled'],
      ).default('net'),
      dazeLoses: choice(
        'What being dazed costs',
        'A dazed combatant loses its next action, or every action left in that turn (ST-RUL-47)',
        ['next-action', 'next-turn'],
      ).default('next-action'),
      dazedMayDefend: yes('Defending while dazed', 'Dazed combatants may defend (ST-RUL-48)').default(true),
    }),
  })
  .refine(({ difficultyMin, difficultyMax }) => difficultyMin <= difficultyMax, {
    path: ['difficultyMin'],
    message: 'difficultyMin must not be above difficultyMax',
  });
export type Settings = z.output<typeof settingsSchema>;

/** `lapse=retarget tens=two`, or JSON. What cannot be read is left for the settings themselves to refuse. */
export const parseSettings = (text: string): unknown => {
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

/** The plainest reading of the page where ours is another. Beside each the place of its sentence. */
export const literalSettings: z.input<typeof settingsSchema> = {
  // Stage One: “Wound penalties subtract directly from a character's initiative rating”, and no more is said.
  initiativeFloor: 'none',
  woundsReducePools: false,
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
  // Stage Four: “collapse (or may even die)”.
  death: 'gm',
};
