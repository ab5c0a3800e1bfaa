import { expect, test } from 'vitest';
import { isLong } from '../../budget.ts';
import { newEmbedded, newPostgres } from '../../shared.ts';
import { killingBot } from './killing-bot.ts';

test.runIf(isLong)(
  'a bot killed under a stream of interactions loses and repeats nothing, on PGlite',
  async () => {
    const { acknowledged, problems } = await killingBot({ databaseUrl: undefined, dataDir: await newEmbedded() }, 3);
    expect(problems).toEqual([]);
    expect(acknowledged).toBeGreaterThan(3);
  },
  240_000,
);

test('a bot killed under a stream of interactions loses and repeats nothing, on PostgreSQL', async () => {
  const { acknowledged, problems } = await killingBot(
    { databaseUrl: await newPostgres(), dataDir: undefined },
    isLong ? 3 : 1,
  );
  expect(problems).toEqual([]);
  expect(acknowledged).toBeGreaterThan(1);
}, 240_000);
