import type { Issuer } from '../../src/battle/decide/issuer.ts';
import { createBattleService } from '../../src/battle/service.ts';
import { createBattleStore } from '../../src/persistence/battle-store.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { rulesets } from '../../src/systems/index.ts';
import { realPostgres } from '../persistence/real-postgres.ts';
import { type Measured, median, quantile } from './measure.ts';

const battleCount = 200;
const perSecond = 50;
const seconds = Number(process.env.BENCH_SECONDS ?? 60);

/** Two hundred battles at once, fifty orders a second: nothing lost, nothing twice. */
export const benchAtOnce = async (): Promise<readonly Measured[]> => {
  const postgres = await realPostgres(true);
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir: undefined });
  try {
    const store = createBattleStore(database.prisma);
    const battles = createBattleService({ rulesets, store, now: Date.now });
    const sheet = Object.values(rulesets.find(({ id }) => id === 'skure')?.presets ?? {})[0]?.sheet;
    const issuer = (channel: string, orderId: string): Issuer => ({
      user: 'gm',
      name: 'gm',
      guild: 'g',
      channel,
      orderId,
    });
    for (let n = 0; n < battleCount; n++) {
      const channel = `load-${n}`;
      await battles.create(issuer(channel, `c${n}`), { system: 'skure', name: channel });
      await battles.addEntrants(
        issuer(channel, `b${n}`),
        ['Ann', 'Bob'].map((id, at) => ({ id, side: at === 0 ? 'red' : 'blue', sheet })),
      );
      await battles.order(issuer(channel, `d${n}`), { verb: 'deploy', params: {}, actor: 'gm' });
      await battles.start(issuer(channel, `s${n}`));
    }
    const times: number[] = [];
    const sent = new Map<string, number>();
    const pending: Promise<void>[] = [];
    const from = performance.now();
    for (let n = 0; n < perSecond * seconds; n++) {
      const wait = from + (n * 1000) / perSecond - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const channel = `load-${(n * 37) % battleCount}`;
      const begun = performance.now();
      const work = battles
        .order(issuer(channel, `o${n}`), { verb: 'say', params: { text: `${n}` }, actor: 'Ann' })
        .then((report) => {
          if (!report.ok) throw new Error(JSON.stringify(report.error));
          times.push(performance.now() - begun);
          sent.set(channel, (sent.get(channel) ?? 0) + 1);
        });
      pending.push(work);
    }
    await Promise.all(pending);
    let astray = 0;
    for (let n = 0; n < battleCount; n++) {
      const saved = await store.byChannel(`load-${n}`);
      const log = saved === undefined ? [] : await store.log(saved);
      const ids = new Set(log.map(({ orderId }) => orderId));
      if (log.length !== 4 + (sent.get(`load-${n}`) ?? 0) || ids.size !== log.length || saved?.version !== log.length)
        astray++;
    }
    const late = quantile(times, 0.99);
    return [
      {
        what: `${battleCount} battles at once, ${perSecond} orders/s for ${seconds} s: ${times.length} orders, ${astray} battles with anything lost or doubled`,
        unit: 'ms',
        median: median(times),
        worst: late,
        budget: 'p99 500 ms, nothing lost, nothing twice',
        holds: late < 500 && astray === 0,
      },
    ];
  } finally {
    await database.close();
    await postgres.end();
  }
};
