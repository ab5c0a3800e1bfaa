import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const inRoot = (file: string): string => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
const [image, together] = [inRoot('Dockerfile'), inRoot('docker-compose.yml')];

const words = z.tuple([z.string()], z.string());
/** The command of the last such instruction. */
const commandOf = (instruction: RegExp): readonly [string, ...string[]] => {
  const [, command = ''] = [...image.matchAll(instruction)].at(-1) ?? [];
  return words.parse(JSON.parse(command));
};

test('the image runs the same command as npm start', () => {
  const { start } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(inRoot('package.json'))).scripts;
  expect(commandOf(/^CMD (\[.*\])$/gm).join(' ')).toBe(start);
});

test('each variable in .env.example reaches the bot in Docker Compose', () => {
  const named = [...inRoot('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  const settled = [...image.matchAll(/\b([A-Z_]+)=/g), ...together.matchAll(/^ +([A-Z_]+):/gm)].map(([, name]) => name);
  expect(named.filter((name) => !settled.includes(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

/** The settings of every service in docker-compose.yml. */
const contained = z.looseObject({
  restart: z.literal('unless-stopped'),
  read_only: z.literal(true),
  tmpfs: z.array(z.string().regex(/^\/[\w/]+:size=\d+m/)).refine((all) => all.some((each) => each.startsWith('/tmp:'))),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  mem_limit: z.string().regex(/^\d+m$/),
  cpus: z.number().max(1),
  pids_limit: z.int().positive(),
  logging: z.strictObject({
    driver: z.literal('json-file'),
    options: z.strictObject({ 'max-size': z.string().regex(/^\d+m$/), 'max-file': z.string().regex(/^\d$/) }),
  }),
  cap_add: z.undefined().optional(),
  privileged: z.undefined().optional(),
});

const environmentSchema = z.record(z.string(), z.string().nullable()).default({});
const serviceSchema = z.looseObject({
  image: z.string().optional(),
  user: z.string().optional(),
  environment: environmentSchema,
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
});
const { services } = z
  .object({ services: z.record(z.string(), serviceSchema) })
  .parse(parse(together, { merge: true }));

describe.each(Object.entries(services))('the Docker Compose service %s', (_, service) => {
  test('the service has no privileges, a read-only root filesystem, and limited resources', () => {
    expect(contained.safeParse(service).error).toBeUndefined();
    for (const property of Object.keys(contained.shape).filter((each) => each in service))
      expect([property, contained.safeParse({ ...service, [property]: undefined }).success]).toEqual([property, false]);
    expect(contained.safeParse({ ...service, cap_add: ['SYS_ADMIN'] }).success).toBe(false);
    expect(contained.safeParse({ ...service, privileged: true }).success).toBe(false);
  });

  test('the service does not run as root', () => {
    const user = service.user ?? (service.image === undefined ? /^USER (\w+)$/m.exec(image)?.[1] : undefined);
    expect(user).toMatch(/^(?!root$|0)\w+$/);
  });

  test('the service publishes no port and mounts only named volumes', () => {
    expect(service.ports).toEqual([]);
    for (const volume of service.volumes) expect(volume).toMatch(/^\w+:\/[\w/]+$/);
  });
});

test('the image writes only to its volume', () => {
  const variables = [...image.matchAll(/\b([A-Z_]+)=(\/\S+)/g)].map(([, name, path]) => [name, path]);
  expect(variables).toEqual([
    ['DATA_DIR', '/data'],
    ['NODE_COMPILE_CACHE', '/data/compile-cache'],
  ]);
  expect(image).toMatch(/^VOLUME \/data$/m);
  expect(services.bot?.volumes).toEqual(['data:/data']);
});

test('Docker Compose dumps PostgreSQL at intervals and keeps the newest dumps', () => {
  const { environment, entrypoint, command } = z
    .looseObject({ environment: environmentSchema, entrypoint: words, command: z.tuple([z.string()]) })
    .parse(services.backup);
  expect([environment.BACKUP_HOURS, environment.BACKUP_KEEP].map((text) => text?.slice(1))).toEqual([
    '{BACKUP_HOURS:-24}',
    '{BACKUP_KEEP:-7}',
  ]);
  const place = mkdtempSync(join(tmpdir(), 'brotherhood-compose-'));
  const program = (name: string, script: string) =>
    writeFileSync(join(place, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  // Three rounds, each in a second of its own; the second dump fails.
  program('pg_dump', 'echo >> rounds; touch "$4"; [ $(wc -l < rounds) != 2 ]');
  program('sleep', '[ "$1" = infinity ] && exit 3; [ $(wc -l < rounds) = 4 ] && exit 4; exec /bin/sleep 1.1');
  const ran = (hours: string) =>
    spawnSync(entrypoint[0], [...entrypoint.slice(1), command[0].replaceAll('$$', '$')], {
      env: { PATH: `${place}:${process.env.PATH}`, BACKUP_HOURS: hours, BACKUP_KEEP: '2' },
      cwd: place,
    });
  expect(ran('0').status).toBe(3);
  expect(ran('24').status).toBe(4);
  const dumps = readdirSync(place).filter((name) => name.includes('.dump'));
  expect(dumps).toHaveLength(2);
  for (const name of dumps) expect(name).toMatch(/^brotherhood-[\dTZ-]+\.dump$/);
  rmSync(place, { recursive: true });
});

test('the image’s health check follows the bot’s health page', async () => {
  const [program, ...args] = commandOf(/^ +CMD (\[.*\])$/gm);
  expect(program).toBe('node');
  let status = 200;
  const bot = createServer((_, response) => void response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(bot, 'listening');
  const address = bot.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const checked = async (env: NodeJS.ProcessEnv): Promise<unknown> =>
    (await once(spawn(process.execPath, args, { env, stdio: 'inherit' }), 'exit'))[0];
  expect(await checked({ METRICS_PORT: port })).toBe(0);
  status = 503;
  expect(await checked({ METRICS_PORT: port })).toBe(1);
  bot.close();
  await once(bot, 'close');
  expect(await checked({ METRICS_PORT: port })).toBe(1);
  expect(await checked({})).toBe(1);
});
