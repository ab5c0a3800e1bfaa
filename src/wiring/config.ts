import { existsSync } from 'node:fs';
import { z } from 'zod';
import { type BattleCaps, defaultBattleCaps } from '../battle/decide/caps.ts';
import { err, ok, type Result } from '../core/message.ts';
import type { DiscordConfig } from '../discord/client.ts';
import { gmPermissions } from '../discord/limits.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** A numeric setting. Accepts digits only, because `1e3`, `0x10` and ` 1` are probably typing errors. */
const wholeNumber = (least: number, most: number, says = `must be a whole number from ${least} to ${most}`) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: says, abort: true })
    .transform(Number)
    .pipe(z.int().min(least, says).max(most, says));
const port = wholeNumber(0, 65_535, 'must be a port number from 0 to 65535');
const snowflake = z.string().regex(/^\d{17,20}$/, 'must be an id of 17 to 20 digits, as Discord’s “Copy ID” gives it');
const urlWithScheme = (scheme: RegExp, says: string) =>
  z.string().refine((text) => URL.canParse(text) && scheme.test(text), says);
const shards = z
  .string()
  .regex(/^\d{1,4}(\s*,\s*\d{1,4})*$/, {
    error: 'must be numbers of shards with commas between them, such as 0,1',
    abort: true,
  })
  .transform((text) => [...new Set(text.split(',').map(Number))]);
/** The name or address of a network interface. */
const networkInterface = z
  .string()
  .regex(/^[\w.:-]{1,253}$/, 'must be the name or address of a network interface, such as 127.0.0.1 or 0.0.0.0')
  .default('127.0.0.1');
/** The address of the boards. Cookies need https, except on this machine. */
const webUrl = urlWithScheme(
  /^(?:https:\/\/[^/]+|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?)\/?$/,
  'must be the address that browsers use, with https:// and without a path, such as https://board.example',
);
/** The bot's token. Discord does not document the form of tokens, so only obvious errors are refused. */
const token = z.string().regex(/^\S{10,200}$/, 'must be the bot’s token as Discord gives it, without blanks');

const environment = z
  .object({
    DISCORD_TOKEN: token.optional(),
    DISCORD_APPLICATION_ID: snowflake.optional(),
    DISCORD_API_BASE: urlWithScheme(/^https?:/, 'must be an address that begins with http:// or https://').optional(),
    DATABASE_URL: urlWithScheme(/^postgres(ql)?:/, 'must be an address that begins with postgresql://').optional(),
    DATA_DIR: z.string().default('./data'),
    LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('info'),
    PORT: port.optional(),
    METRICS_PORT: port.optional(),
    METRICS_HOST: networkInterface,
    WEB_URL: webUrl.optional(),
    WEB_PORT: port.default(8017),
    WEB_HOST: networkInterface,
    WEB_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
    SHARDS: shards.optional(),
    SHARD_COUNT: wholeNumber(1, 10_000).optional(),
    GUILD_ID: snowflake.optional(),
    GM_PERMISSION: z.enum(gmPermissions, `must be one of ${gmPermissions.join(', ')}`).optional(),
    BACKUP_HOURS: wholeNumber(0, 8_760, 'must be a whole number of hours from 0 to 8760').default(24),
    MOST_FIGURES: wholeNumber(2, 100_000).default(defaultBattleCaps.combatants),
    MOST_SQUARES: wholeNumber(24, 200).default(defaultBattleCaps.squares),
    MOST_EFFECTS: wholeNumber(0, 100_000).default(defaultBattleCaps.effects),
    MOST_ENTRIES: wholeNumber(100, 1_000_000).default(defaultBattleCaps.entries),
    BACKUP_KEEP: wholeNumber(1, 1_000).default(7),
  })
  .refine(({ SHARDS, SHARD_COUNT }) => SHARDS === undefined || SHARD_COUNT !== undefined, {
    path: ['SHARD_COUNT'],
    message: 'must be set where SHARDS is',
  })
  .refine(({ SHARDS, DATABASE_URL }) => SHARDS === undefined || DATABASE_URL !== undefined, {
    path: ['DATABASE_URL'],
    message: 'must be set where SHARDS is: the processes of a bot share one Postgres',
  })
  .refine(({ SHARDS = [], SHARD_COUNT = Number.POSITIVE_INFINITY }) => SHARDS.every((shard) => shard < SHARD_COUNT), {
    path: ['SHARDS'],
    message: 'must all be smaller than SHARD_COUNT',
  });

export interface Config {
  /** Settings of the bot on Discord. Undefined if no token is set. Then only the practice table runs. */
  readonly discord: (DiscordConfig & { readonly applicationId: string | undefined }) | undefined;
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly logLevel: (typeof levels)[number];
  readonly backups: BackupSettings;
  /** Settings of the boards in a browser. Undefined if the bot serves no pages. */
  readonly web: WebSettings | undefined;
  /** Maximum size of a single battle. */
  readonly caps: BattleCaps;
}

export interface WebSettings {
  /** The address that browsers use, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  readonly host: string;
  /** The secret that signs links. Default: the bot's token. */
  readonly key: string | undefined;
}

/** Settings for backups of the database that is embedded in the bot. */
interface BackupSettings {
  /** Time between automatic backups (hours). 0 for none. */
  readonly hours: number;
  /** Maximum number of automatic backups. The oldest ones beyond this number are deleted. */
  readonly keep: number;
}

const readDiscordSettings = (settings: z.output<typeof environment>): Config['discord'] =>
  settings.DISCORD_TOKEN === undefined
    ? undefined
    : {
        token: settings.DISCORD_TOKEN,
        applicationId: settings.DISCORD_APPLICATION_ID,
        api: settings.DISCORD_API_BASE,
        shards: settings.SHARDS,
        shardCount: settings.SHARD_COUNT,
        guild: settings.GUILD_ID,
        gmPermission: settings.GM_PERMISSION,
        metricsPort: settings.METRICS_PORT ?? settings.PORT,
        metricsHost: settings.METRICS_HOST,
      };

const readWebSettings = ({ WEB_URL, WEB_PORT, WEB_HOST, WEB_KEY }: z.output<typeof environment>) =>
  WEB_URL === undefined ? undefined : { url: WEB_URL.replace(/\/$/, ''), port: WEB_PORT, host: WEB_HOST, key: WEB_KEY };

/** Reads the environment variables. Fails with a sentence for each invalid variable. Empty variables count as unset. */
export const readConfig = (given: NodeJS.ProcessEnv = process.env): Result<Config, readonly string[]> => {
  const set = Object.entries(given).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : []));
  const parsed = environment.safeParse(Object.fromEntries(set));
  if (!parsed.success) return err(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`));
  const { data } = parsed;
  return ok({
    discord: readDiscordSettings(data),
    databaseUrl: data.DATABASE_URL,
    dataDir: data.DATA_DIR,
    logLevel: data.LOG_LEVEL,
    backups: { hours: data.BACKUP_HOURS, keep: data.BACKUP_KEEP },
    web: readWebSettings(data),
    caps: {
      combatants: data.MOST_FIGURES,
      squares: data.MOST_SQUARES,
      effects: data.MOST_EFFECTS,
      entries: data.MOST_ENTRIES,
    },
  });
};

/** Reads the file `.env` and the environment variables. Environment variables take precedence. */
export const loadConfig = (): Result<Config, readonly string[]> => {
  try {
    if (existsSync('.env')) process.loadEnvFile();
  } catch {
    return err(['The file .env cannot be read.']);
  }
  return readConfig();
};
