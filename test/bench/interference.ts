import { setTimeout as sleep } from 'node:timers/promises';
import type { Issuer } from '../../src/battle/decide/issuer.ts';
import { createBattleService } from '../../src/battle/service.ts';
import { createBattleStore } from '../../src/persistence/battle-store.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import type { SimulationRequest } from '../../src/simulation/simulation-request.ts';
import { rulesets } from '../../src/systems/index.ts';
import { createSimulationThreads } from '../../src/wiring/simulation-threads.ts';
import { realPostgres } from '../persistence/real-postgres.ts';
import { type Measured, median, quantile } from './measure.ts';
import { questionsOf } from './playouts.ts';

const orders = Number(process.env.BENCH_ORDERS ?? 400);
/** Alone and beside take turns, so that whatever else the machine does concerns both. */
const turns = 5;
/** Milliseconds between two orders. */
const between = 10;

const asker = (orderId: string): Issuer => ({ user: 'gm', name: 'gm', guild: 'g', channel: 'quiet', orderId });

/** Keeps both threads at work until it is told to stop. */
const busy = (
  { asking: asked }: ReturnType<typeof createSimulationThreads>,
  questions: readonly SimulationRequest[],
) => {
  let [isOver, firstBattle, battles] = [false, 0, 0];
  const ask = async (channel: string): Promise<void> => {
    const { play } = asked(channel);
    while (!isOver) {
      const question = questions[firstBattle % questions.length];
      if (question === undefined) return;
      firstBattle += 10;
      battles += (await play({ ...question, firstBattle }, 0))?.battles ?? 0;
    }
  };
  const asking = Promise.all([ask('one'), ask('other')]);
  return async (): Promise<number> => {
    isOver = true;
    await asking;
    return battles;
  };
};

/** Other people’s orders while nobody asks for odds, and while two threads play battles on in thought. */
export const benchInterference = async (): Promise<readonly Measured[]> => {
  const segment = rulesets.find(({ id }) => id === 'segment');
  const questions = segment === undefined ? [] : questionsOf(segment);
  const postgres = await realPostgres(true);
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir: undefined });
  try {
    const battles = createBattleService({ rulesets, store: createBattleStore(database.prisma), now: Date.now });
    const sheet = Object.values(rulesets.find(({ id }) => id === 'skure')?.presets ?? {})[0]?.sheet;
    await battles.create(asker('create'), { system: 'skure', name: 'Quiet' });
    await battles.addEntrants(asker('bring'), [
      { id: 'Ann', side: 'red', sheet },
      { id: 'Bob', side: 'blue', sheet },
    ]);
    await battles.order(asker('deploy'), { verb: 'deploy', params: {}, actor: 'gm' });
    await battles.start(asker('start'));
    let given = 0;
    const timed = async (): Promise<readonly number[]> => {
      const times: number[] = [];
      for (let n = 0; n < orders / turns; n++) {
        await sleep(between);
        const from = performance.now();
        const report = await battles.order(asker(`say ${given++}`), {
          verb: 'say',
          params: { text: 'Ho!' },
          actor: 'Ann',
        });
        if (!report.ok) throw new Error(report.error.code);
        times.push(performance.now() - from);
      }
      return times;
    };
    await timed();
    const threads = createSimulationThreads(2);
    await busy(threads, questions)();
    const alone: number[] = [];
    const beside: number[] = [];
    let played = 0;
    for (let turn = 0; turn < turns; turn++) {
      alone.push(...(await timed()));
      const stop = busy(threads, questions);
      beside.push(...(await timed()));
      played += await stop();
    }
    await threads.close();
    const [floor, late] = [quantile(alone, 0.99), quantile(beside, 0.99)];
    return [
      {
        what: `p99 of other people’s orders beside two threads that play on in thought (${beside.length} orders, ${played} battles; medians ${median(alone).toFixed(1)} and ${median(beside).toFixed(1)}), floor: alone`,
        unit: 'ms',
        median: late,
        worst: late,
        floor,
        budget: '10 ms more than its floor',
        holds: late - floor <= 10,
      },
    ];
  } finally {
    await database.close();
    await postgres.end();
  }
};
