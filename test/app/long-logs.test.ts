import { expect, test } from 'vitest';
import type { CommandInput } from '../../src/app/command-kit/command.ts';
import { longBattle } from './long-battle.ts';

test('reading or undoing the newest of 1000 entries loads at most 500 entries', async () => {
  const { run, cost, close } = await longBattle(1000);
  try {
    // The first reader waits until checkpoints are stored.
    await run('gm', 'battle log');
    const read = async (user: string, path: string, input: CommandInput = {}) => [
      `${path} ${JSON.stringify(input)}`,
      await cost(() => run(user, path, input)),
    ];
    const costs = [
      await read('ada', 'skure say', { text: 'On guard!' }),
      await read('eve', 'battle log'),
      await read('eve', 'battle log', { page: 10 }),
      await read('gm', 'battle log', { entry: 900 }),
      await read('gm', 'undo', { list: true }),
      await read('gm', 'undo'),
      await read('gm', 'gm redo'),
      await read('gm', 'gm panel'),
    ];
    expect(costs.filter(([, entries]) => Number(entries) > 500)).toEqual([]);
    // The undo goes far back; after it no reader needs the older entries.
    await run('gm', 'undo', { to: 300 });
    for (let n = 0; n < 200; n++) await run('ada', 'skure say', { text: 'Back again.' });
    await expect.poll(() => cost(() => run('eve', 'battle log')), { timeout: 30_000 }).toBeLessThan(500);
    // A search reads the whole log.
    expect(await cost(() => run('eve', 'battle log', { person: 'bob' }))).toBeGreaterThan(1000);
  } finally {
    await close();
  }
}, 120_000);
