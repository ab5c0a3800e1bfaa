import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { realPostgres } from '../../persistence/real-postgres.ts';
import { killingBot } from './killing-bot.ts';

test('a bot killed under a stream of interactions loses and doubles nothing, on PGlite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'brotherhood-killed-'));
  const { acknowledged, problems } = await killingBot({ databaseUrl: undefined, dataDir: folder }, 3);
  await rm(folder, { recursive: true, force: true });
  expect(problems).toEqual([]);
  expect(acknowledged).toBeGreaterThan(3);
}, 240_000);

test('a bot killed under a stream of interactions loses and doubles nothing, on PostgreSQL', async () => {
  const server = await realPostgres();
  const { acknowledged, problems } = await killingBot({ databaseUrl: server.url, dataDir: undefined }, 3);
  await server.end();
  expect(problems).toEqual([]);
  expect(acknowledged).toBeGreaterThan(3);
}, 240_000);
