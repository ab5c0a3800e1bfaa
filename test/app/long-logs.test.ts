import { afterAll, expect, test } from 'vitest';
import type { Asker } from '../../src/app/commands/asker.ts';
import type { CommandInput } from '../../src/app/commands/command.ts';
import type { Game } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { createRecordThread } from '../../src/wiring/record-thread.ts';
import { someOf } from '../budget.ts';
import { longBattle } from './long-battle.ts';

const recordThread = createRecordThread();
afterAll(() => recordThread.close());

interface Counts {
  /** Entries folded. */
  folded: number;
  /** Entries told, once for each reader. */
  told: number;
  /** Games looked at by somebody. */
  viewed: number;
  /** Entries read of a log, not as text. */
  read: number;
}

const none = (): Counts => ({ folded: 0, told: 0, viewed: 0, read: 0 });

/** A rulebook whose battles count what is done with them on this side of the thread. */
const counting = (ruleset: Ruleset, counts: Counts): Ruleset => {
  const watched = (game: Game): Game => ({
    ...game,
    applyEvents: (events) => {
      counts.folded++;
      return watched(game.applyEvents(events));
    },
    narrate: (events, viewer) => {
      counts.told++;
      return game.narrate(events, viewer);
    },
    view: (viewer) => {
      counts.viewed++;
      return game.view(viewer);
    },
  });
  return {
    ...ruleset,
    openGame: (saved) => watched(ruleset.openGame(saved)),
    createGame: (settings) => {
      const blank = ruleset.createGame(settings);
      return blank.ok ? { ...blank, value: watched(blank.value) } : blank;
    },
  };
};

/** A house that counts, with one battle that goes on. */
const counted = (ruleset: Ruleset) => {
  const counts = none();
  let clock = 1_700_000_000_000;
  let orders = 0;
  const memory = createMemoryStores(() => clock);
  const { dispatcher, services, idle } = composeApp({
    stores: {
      ...memory,
      battles: {
        ...memory.battles,
        log: async (...which) => {
          const log = await memory.battles.log(...which);
          counts.read += log.length;
          return log;
        },
      },
    },
    now: () => ++clock,
    seed: () => '5eed'.repeat(16),
    rulesets: [counting(ruleset, counts)],
    recordThread,
    onError: (error) => {
      throw error;
    },
  });
  const asker = (user: string, orderId = `order-${++orders}`): Asker => ({
    ...{ user, name: user, guild: 'guild', channel: 'table', orderId, manages: user === 'gm' },
  });
  const run = async (user: string, path: string, input: CommandInput = {}, orderId?: string): Promise<void> => {
    const answer = await dispatcher.run(path.split(' '), asker(user, orderId), input);
    await idle();
    expect(answer.ok ? '' : answer.error, `/${path}`).toBe('');
  };
  const battle = async () => {
    const opened = await services.battles.open('table');
    if (!opened.ok) throw new Error(opened.error.code);
    return opened.value;
  };
  return { counts, run, battle, services };
};

/** What each way of looking back costs here, in a battle whose log has so many entries. */
const costs = async (ruleset: Ruleset, entries: number): Promise<Readonly<Record<string, Counts>>> => {
  const { counts, run, battle, services } = counted(ruleset);
  const system = ruleset.id;
  await run('gm', 'battle create', { system });
  const preset = Object.values(ruleset.presets)[0]?.title ?? '';
  const [ours, theirs] = system === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue'];
  await run('ada', 'battle join', { preset, side: ours });
  await run('gm', 'npc add', { preset, name: 'Foe', side: theirs });
  if (ruleset.verbs.deploy?.role === 'gm' && !ruleset.isPlacedAfterStart) await run('gm', 'battle deploy');
  await run('gm', 'battle start');
  const [term] = Object.keys(ruleset.modifiers);
  for (let n = 0; (await battle()).saved.version < entries; n++) {
    await run('gm', 'gm effect', { name: 'Hex', who: 'Foe', modifiers: `${term}=${1 + (n % 3)}` });
    await run('ada', 'roll', { dice: '2d6', rolls: 'private' });
    if (n % 10 === 0) await run('gm', 'undo');
  }
  const found: Record<string, Counts> = {};
  const cost = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    Object.assign(counts, none());
    await work();
    found[what] = { ...counts };
  };
  const { saved } = await battle();
  const [secret] = (await services.battles.log('table').then((log) => (log.ok ? log.value : []))).flatMap(
    ({ n, rolls }) => (rolls === 'public' ? [] : [n]),
  );
  await cost('/undo list:true', () => run('gm', 'undo', { list: true }));
  await cost('/undo', () => run('gm', 'undo', {}, 'taken back'));
  await cost('/redo', () => run('gm', 'redo', {}, 'given back'));
  await cost('/undo to', () => run('gm', 'undo', { to: saved.version - 6 }));
  await cost('/redo of several', () => run('gm', 'redo'));
  await cost('/undo once more by the same interaction', () => run('gm', 'undo', {}, 'taken back'));
  await cost('an undo told again', () => services.battles.replayReport(saved.id, 'taken back'));
  await cost('a redo told again', () => services.battles.replayReport(saved.id, 'given back'));
  await cost('/reveal', () => run('ada', 'reveal'));
  await cost('/reveal of one', () => run('gm', 'reveal', { entry: secret }));
  await cost('/log', () => run('eve', 'log'));
  await cost('/log of one', () => run('gm', 'log', { entry: 9 }));
  await cost('/gm panel', () => run('gm', 'gm panel'));
  await cost('/battle export', () => run('gm', 'battle export', { format: 'json' }));
  await cost('/stats battle', () => run('eve', 'stats battle'));
  return found;
};

const measured = rulesets.filter(({ id }) => id !== 'dskull').map((ruleset) => ({ id: ruleset.id, ruleset }));

test.each(someOf(measured, 2))(
  '$id: whatever looks back folds, tells and reads no more beside the orders of others in a battle twice as long',
  async ({ ruleset }) => {
    const long = await costs(ruleset, 440);
    expect(long).toEqual(await costs(ruleset, 220));
    for (const [what, { folded, told, read }] of Object.entries(long)) {
      expect(Math.max(folded, told), what).toBeLessThan(20);
      expect(read, what).toBeLessThan(100);
    }
  },
  120_000,
);

test('in a battle of five thousand entries whatever looks back reads some hundred of them, wherever it looks', async () => {
  const { run, cost, close } = await longBattle(5000);
  try {
    await run('gm', 'log');
    // The first to look back had to wait until the checkpoints were there; they are made as the log grows.
    const read = async (user: string, path: string, input: CommandInput = {}) => [
      `${path} ${JSON.stringify(input)}`,
      await cost(() => run(user, path, input)),
    ];
    const costs = [
      await read('ada', 'say', { text: 'On guard!' }),
      await read('eve', 'log'),
      await read('eve', 'log', { page: 200 }),
      await read('ada', 'log', { entry: 2000 }),
      await read('gm', 'log', { entry: 2000 }),
      await read('eve', 'log', { person: 'bob' }),
      await read('eve', 'log', { person: 'nobody' }),
      await read('gm', 'undo', { list: true }),
      await read('gm', 'undo'),
      await read('gm', 'redo'),
      await read('gm', 'undo', { to: 4900 }),
      await read('gm', 'redo'),
      await read('ada', 'say', { text: 'On guard!' }),
      await read('gm', 'gm panel'),
      await read('ada', 'reveal').catch(() => ['reveal', 0]),
    ];
    // What waits at the desk stands on the GM's private answers: it is looked for back to their last order, and no further.
    await run('gm', 'turn', { facing: 'N', as: 'ada' });
    await expect.poll(() => cost(() => run('gm', 'battle settings')), { timeout: 30_000 }).toBeLessThan(12);
    // What is read meanwhile for the next checkpoint counts with it.
    expect(costs.filter(([, entries]) => Number(entries) > 1000)).toEqual([]);
    // What is taken back is folded again, and not what lies before it.
    expect(await cost(() => run('gm', 'undo', { to: 3000 }))).toBeLessThan(3200);
    await run('ada', 'say', { text: 'Back again.' });
    // Once its checkpoint is there, nobody looks behind it any more.
    await expect.poll(() => cost(() => run('eve', 'log')), { timeout: 30_000 }).toBeLessThan(500);
  } finally {
    await close();
  }
}, 120_000);
