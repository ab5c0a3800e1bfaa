import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultBattleCaps } from '../../src/battle/decide/caps.ts';
import type { Issuer } from '../../src/battle/decide/issuer.ts';
import { createBattleService } from '../../src/battle/service.ts';
import { createBattleStore } from '../../src/persistence/battle-store.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { rulesets } from '../../src/systems/index.ts';
import { type Measured, median, quantile, timed } from './measure.ts';

const issuer = (orderId: string, user = 'gm'): Issuer => ({
  user,
  name: user,
  guild: undefined,
  channel: 'bench',
  orderId,
});

/** Of entries there is no end. */
const caps = { ...defaultBattleCaps, entries: 1_000_000 };

/** A duel in which the same harmless order can be given for ever. */
export const duelOn = async (url: string | undefined, dataDir: string | undefined) => {
  const database = await openDatabase({ databaseUrl: url, dataDir });
  const battles = createBattleService({ rulesets, store: createBattleStore(database.prisma), now: Date.now, caps });
  const [skure] = rulesets.filter(({ id }) => id === 'skure');
  const sheet = Object.values(skure?.presets ?? {})[0]?.sheet;
  await battles.create(issuer('c'), { system: 'skure', name: 'Bench' });
  await battles.addEntrants(
    issuer('b'),
    ['Ann', 'Bob'].map((id, at) => ({ id, side: at === 0 ? 'red' : 'blue', sheet })),
  );
  await battles.order(issuer('d'), { verb: 'deploy', params: {}, actor: 'gm' });
  await battles.start(issuer('s'));
  let orders = 0;
  const say = async (): Promise<void> => {
    const report = await battles.order(issuer(`say-${++orders}`), {
      verb: 'say',
      params: { text: 'On guard!' },
      actor: 'Ann',
    });
    if (!report.ok) throw new Error(JSON.stringify(report.error));
  };
  return { database, say };
};

/** The embedded database opened again, and the 10,000th order against the 10th. */
export const benchEmbedded = async (): Promise<readonly Measured[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'brotherhood-bench-'));
  try {
    const { database, say } = await duelOn(undefined, folder);
    const early = await timed(say, 200, 10);
    for (let n = 0; n < 9600; n++) await say();
    const late = await timed(say, 200, 0);
    await database.close();
    const reopened = await timed(
      async () => (await openDatabase({ databaseUrl: undefined, dataDir: folder })).close(),
      5,
      0,
    );
    return [
      {
        what: 'the 10,000th order of a battle beside its first ones (embedded)',
        unit: 'ms',
        median: median(late),
        worst: quantile(late, 0.99),
        floor: median(early),
        budget: '1.2 ×',
        holds: median(late) < 1.2 * median(early),
      },
      {
        what: 'embedded database opened again and closed',
        unit: 'ms',
        median: median(reopened),
        worst: quantile(reopened, 0.99),
        budget: '2000 ms',
        holds: median(reopened) < 2000,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
