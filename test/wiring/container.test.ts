import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';

const inRoot = (file: string): string => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
const [image, together] = [inRoot('Dockerfile'), inRoot('docker-compose.yml')];

const words = z.tuple([z.string()], z.string());
/** What the last instruction that begins so runs. */
const commandOf = (instruction: RegExp): readonly [string, ...string[]] => {
  const [, command = ''] = [...image.matchAll(instruction)].at(-1) ?? [];
  return words.parse(JSON.parse(command));
};

test('the image runs what npm start runs', () => {
  const { start } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(inRoot('package.json'))).scripts;
  expect(commandOf(/^CMD (\[.*\])$/gm).join(' ')).toBe(start);
});

test('what .env.example names reaches a bot of docker compose, where that or the image does not say itself what it is', () => {
  const named = [...inRoot('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  const settled = [...image.matchAll(/\b([A-Z_]+)=/g), ...together.matchAll(/^ +([A-Z_]+):/gm)].map(([, name]) => name);
  expect(named.filter((name) => !settled.includes(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

test('the health check of the image is well as long as the bot says so', async () => {
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
