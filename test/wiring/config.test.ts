import { expect, test } from 'vitest';
import { readConfig } from '../../src/wiring/config.ts';

const guild = '200000000000000001';

test('without settings the bot is the practice table on ./data', () => {
  const config = {
    ...{ discord: undefined, databaseUrl: undefined, dataDir: './data', logLevel: 'info' },
    backups: { hours: 24, keep: 7 },
    caps: { combatants: 200, squares: 64, effects: 1000, entries: 2000 },
  };
  expect(readConfig({})).toEqual({ ok: true, value: config });
  expect(readConfig({ DISCORD_TOKEN: '', DATABASE_URL: ' ', DATA_DIR: '', PORT: '' })).toEqual({
    ok: true,
    value: config,
  });
});

test('all settings are read, without surrounding blanks', () => {
  const given = {
    DISCORD_TOKEN: ' local.fake.token\n',
    DISCORD_APPLICATION_ID: guild,
    DISCORD_API_BASE: 'http://127.0.0.1:4000/api',
    DATABASE_URL: 'postgresql://bm:secret@db:5432/bm',
    DATA_DIR: '/var/lib/bm',
    LOG_LEVEL: 'debug',
    PORT: '80',
    METRICS_PORT: '9464',
    SHARDS: '2, 3,3',
    SHARD_COUNT: '4',
    METRICS_HOST: '0.0.0.0',
    GUILD_ID: guild,
    GM_PERMISSION: 'ManageEvents',
    BACKUP_HOURS: '6',
    BACKUP_KEEP: '28',
    MOST_FIGURES: '40',
    MOST_SQUARES: '30',
    MOST_EFFECTS: '90',
    MOST_ENTRIES: '500',
  };
  expect(readConfig(given)).toEqual({
    ok: true,
    value: {
      discord: {
        token: 'local.fake.token',
        applicationId: guild,
        api: 'http://127.0.0.1:4000/api',
        shards: [2, 3],
        shardCount: 4,
        guild,
        gmPermission: 'ManageEvents',
        metricsPort: 9464,
        metricsHost: '0.0.0.0',
      },
      databaseUrl: 'postgresql://bm:secret@db:5432/bm',
      dataDir: '/var/lib/bm',
      logLevel: 'debug',
      backups: { hours: 6, keep: 28 },
      caps: { combatants: 40, squares: 30, effects: 90, entries: 500 },
    },
  });
});

test('PORT is the metrics port if no other is set', () => {
  const config = readConfig({ DISCORD_TOKEN: 'local.fake.token', PORT: '8080' });
  expect(config.ok && config.value.discord?.metricsPort).toBe(8080);
});

test('boards are served with WEB_URL only, by default on this machine, with the token as their secret', () => {
  const web = (given: NodeJS.ProcessEnv) => {
    const config = readConfig(given);
    return config.ok ? config.value.web : config.error;
  };
  const key = 'k'.repeat(32);
  expect(web({ WEB_KEY: key, WEB_PORT: '80' })).toBeUndefined();
  const url = 'https://board.example';
  expect(web({ WEB_URL: `${url}/` })).toEqual({ url, port: 8017, host: '127.0.0.1', key: undefined });
  expect(web({ WEB_URL: url, WEB_KEY: key, WEB_HOST: '0.0.0.0' })).toMatchObject({ host: '0.0.0.0', key });
  expect(web({ WEB_URL: url, WEB_KEY: 'short' })).toEqual(['WEB_KEY must have at least 32 characters.']);
  for (const other of ['http://board.example', 'https://board.example/table', 'board.example'])
    expect(web({ WEB_URL: other }), other).toHaveLength(1);
});

test.each([
  { given: {}, hours: 24 },
  { given: { BACKUP_HOURS: '0' }, hours: 0 },
])('$given: backups every $hours hours', ({ given, hours }) => {
  const config = readConfig(given);
  expect(config.ok && config.value.backups.hours).toBe(hours);
});

const shared = { DATABASE_URL: 'postgresql://bm@db/bm' };

test.each([
  {
    given: { DISCORD_TOKEN: 'two words of it' },
    says: 'DISCORD_TOKEN must be the bot’s token as Discord gives it, without blanks.',
  },
  {
    given: { DISCORD_APPLICATION_ID: '12' },
    says: 'DISCORD_APPLICATION_ID must be an id of 17 to 20 digits, as Discord’s “Copy ID” gives it.',
  },
  { given: { GUILD_ID: 'mine' }, says: 'GUILD_ID must be an id of 17 to 20 digits, as Discord’s “Copy ID” gives it.' },
  {
    given: { DISCORD_API_BASE: 'discord.com/api' },
    says: 'DISCORD_API_BASE must be an address that begins with http:// or https://.',
  },
  {
    given: { DATABASE_URL: 'mysql://bm:secret@db/bm' },
    says: 'DATABASE_URL must be an address that begins with postgresql://.',
  },
  { given: { DATABASE_URL: 'postgresql' }, says: 'DATABASE_URL must be an address that begins with postgresql://.' },
  {
    given: { LOG_LEVEL: 'loud' },
    says: 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.',
  },
  ...['-1', '65536', '1e3', '0x10', 'http'].map((PORT) => ({
    given: { PORT },
    says: 'PORT must be a port number from 0 to 65535.',
  })),
  { given: { METRICS_PORT: '99999' }, says: 'METRICS_PORT must be a port number from 0 to 65535.' },
  {
    given: { SHARDS: '0-3', SHARD_COUNT: '4' },
    says: 'SHARDS must be numbers of shards with commas between them, such as 0,1.',
  },
  { given: { ...shared, SHARDS: '0' }, says: 'SHARD_COUNT must be set where SHARDS is.' },
  {
    given: { SHARDS: '0', SHARD_COUNT: '4' },
    says: 'DATABASE_URL must be set where SHARDS is: the processes of a bot share one Postgres.',
  },
  {
    given: { METRICS_HOST: 'this machine' },
    says: 'METRICS_HOST must be the name or address of a network interface, such as 127.0.0.1 or 0.0.0.0.',
  },
  { given: { ...shared, SHARDS: '0,4', SHARD_COUNT: '4' }, says: 'SHARDS must all be smaller than SHARD_COUNT.' },
  { given: { BACKUP_HOURS: '8761' }, says: 'BACKUP_HOURS must be a whole number of hours from 0 to 8760.' },
  { given: { BACKUP_KEEP: '0' }, says: 'BACKUP_KEEP must be a whole number from 1 to 1000.' },
  { given: { SHARD_COUNT: '0' }, says: 'SHARD_COUNT must be a whole number from 1 to 10000.' },
])('$given: $says', ({ given, says }) => {
  expect(readConfig(given)).toEqual({ ok: false, error: [says] });
});

test('two mistakes give two sentences without secrets', () => {
  const config = readConfig({ DATABASE_URL: 'mysql://bm:secret@db/bm', DISCORD_TOKEN: 'a secret token' });
  expect(config.ok ? [] : config.error).toHaveLength(2);
  expect(JSON.stringify(config)).not.toContain('secret@');
  expect(JSON.stringify(config)).not.toContain('a secret');
});
