import { setTimeout as pause } from 'node:timers/promises';
import { type FakeDiscord, fakeDiscord } from '../discord/fake/discord.ts';
import type { Logged } from '../discord/fake/rest.ts';
import { realPostgres } from '../persistence/real-postgres.ts';
import { type GoingOn, manyBattles } from './many-battles.ts';
import { type Measured, quantile } from './measure.ts';
import { asInstalled, botProcesses, cpuOfPostgres, floorProcess, type Processes } from './processes.ts';

const servers = Number(process.env.BENCH_SERVERS ?? 1000);
const channelsEach = 10;
const battles = Number(process.env.BENCH_BATTLES ?? 50_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const counts = (process.env.BENCH_PROCESSES ?? '1,2,4').split(',').map(Number);
/** Number of battles with an order under way at the same time. */
const atOnce = 48;
/** Time in which a process gives back the memory of a start or a rush (milliseconds). */
const settling = 1000 * Number(process.env.BENCH_SETTLING ?? 8);
/** Maximum wait until the orders of a rush are shown (milliseconds). */
const longestWait = 45_000;
/** Share of the maximum rate at which answers are timed. */
const share = 0.5;

const facings = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;

/** A battle and its orders. */
interface Table extends GoingOn {
  given: number;
  /** The time of the first order whose picture is still missing. */
  unpictured: number | undefined;
}

interface Waiting {
  readonly table: Table;
  readonly leftAt: number;
  readonly answered: (isRefused: boolean) => void;
}

/** The counts of a series of orders. */
interface Counted {
  readonly orders: number;
  readonly refused: number;
  readonly answers: readonly number[];
  readonly pictures: readonly number[];
  /**
   * Requests that answer interactions, which do not count towards Discord's fifty a second; all others; invalid ones.
   */
  readonly answering: number;
  readonly others: number;
  readonly invalid: number;
}

const nothing = () => ({
  orders: 0,
  refused: 0,
  answers: [] as number[],
  pictures: [] as number[],
  answering: 0,
  others: 0,
  invalid: 0,
});

/** Gives orders in many battles, and records when they are answered and shown. */
const driver = () => {
  const waiting = new Map<string, Waiting>();
  const places = new Map<string, Table>();
  let counted = nothing();

  const answeredBy = ({ method, path, body }: Logged): string | undefined => {
    const [, kind, id = '', token = ''] = path.split('/');
    if (kind === 'interactions') return [4, 7].includes(Object(body).type) ? id : undefined;
    return kind === 'webhooks' && method !== 'GET' ? token.replace('token-of-', '') : undefined;
  };

  const onRequest = (request: Logged): void => {
    const { path, status, withFiles, cameAt, body } = request;
    if (/^\/(interactions|webhooks)\//.test(path)) counted.answering += 1;
    else counted.others += 1;
    if ([401, 403, 429].includes(status)) counted.invalid += 1;
    const id = answeredBy(request) ?? '';
    const order = waiting.get(id);
    if (order !== undefined) {
      waiting.delete(id);
      counted.orders += 1;
      counted.answers.push(cameAt - order.leftAt);
      const { flags = 0, embeds = [] } = Object(Object(body).data ?? body);
      order.answered((flags & 64) !== 0 && embeds[0]?.description !== 'Done.');
    }
    const table = withFiles ? places.get(path.split('/')[2] ?? '') : undefined;
    if (table?.unpictured === undefined) return;
    counted.pictures.push(cameAt - table.unpictured);
    table.unpictured = undefined;
  };

  /**
   * The next order of a battle: one combatant turns, ends its turn, the other turns, and so on; or a command that any
   * bot answers.
   */
  const lineOf = (table: Table, isFloor: boolean): string => {
    const { given, fighters } = table;
    if (isFloor) return `/roll dice:1d${20 + (given % 50)}`;
    const who = fighters[Math.floor(given / 2) % 2];
    return given % 2 === 0
      ? `/turn facing:${facings[Math.floor(given / 2) % facings.length]} as:${who}`
      : `/end as:${who}`;
  };

  const order = (discord: FakeDiscord, gm: { readonly id: string }, table: Table, isFloor: boolean): Promise<void> =>
    new Promise((resolve) => {
      const line = lineOf(table, isFloor);
      table.given += 1;
      const { id, leftAt } = discord.types(gm, line, table.channel);
      table.unpictured ??= leftAt;
      waiting.set(id, {
        table,
        leftAt,
        answered: (isRefused) => {
          if (isRefused) counted.refused += 1;
          resolve();
        },
      });
    });

  return {
    onRequest,
    order,
    /** Number of battles with an order that is not shown yet. */
    unshown: (): number => [...places.values()].filter(({ unpictured }) => unpictured !== undefined).length,
    seat: (tables: readonly Table[]) => {
      for (const table of tables) places.set(table.channel.id, table);
    },
    taken: (): Counted => {
      const was = counted;
      counted = nothing();
      return was;
    },
  };
};

/** The results for one number of processes. */
interface Stage {
  readonly what: string;
  readonly startSeconds: number;
  readonly rest: readonly number[];
  readonly after: readonly number[];
  readonly most: Counted;
  readonly steady: Counted;
  readonly steadySeconds: number;
  readonly mostSeconds: number;
  readonly cpu: number;
  readonly postgres: number;
  readonly driver: number;
  readonly late: { readonly half: number; readonly worst: number };
  /** Time until all orders of a rush were shown (seconds). */
  readonly shownSeconds: number;
}

const ownCpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const worstOf = (late: readonly { readonly half: number; readonly worst: number }[]) => ({
  half: Math.max(...late.map(({ half }) => half)),
  worst: Math.max(...late.map(({ worst }) => worst)),
});

const staged = async (
  what: string,
  start: () => Promise<Processes>,
  give: (n: number) => Promise<void>,
  { taken, unshown }: Pick<ReturnType<typeof driver>, 'taken' | 'unshown'>,
  postgres: () => number,
): Promise<Stage> => {
  const begun = performance.now();
  const bots = await start();
  const startSeconds = (performance.now() - begun) / 1000;
  await pause(settling);
  const rest = bots.used().memory;
  let n = 0;
  /** Gives each battle its next order as soon as the last is answered. */
  const flatOut = async (until: number): Promise<void> => {
    const one = async (): Promise<void> => {
      while (performance.now() < until) await give(n++);
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  };
  await flatOut(performance.now() + (seconds * 1000) / 3);
  taken();
  await bots.late();
  const before = { cpu: bots.used().cpu, postgres: postgres(), driver: ownCpu(), at: performance.now() };
  await flatOut(performance.now() + seconds * 1000);
  const mostSeconds = (performance.now() - before.at) / 1000;
  const most = taken();
  const rate = (share * most.orders) / mostSeconds;
  const rushed = performance.now();
  while (unshown() > 0 && performance.now() < rushed + longestWait) await pause(100);
  const shownSeconds = (performance.now() - rushed) / 1000;
  await pause(1000);
  taken();
  await bots.late();
  const from = performance.now();
  const given: Promise<void>[] = [];
  for (let each = 0; each < rate * seconds; each++) {
    const wait = from + (each * 1000) / rate - performance.now();
    if (wait > 0) await pause(wait);
    given.push(give(n++));
  }
  await Promise.all(given);
  const steadySeconds = (performance.now() - from) / 1000;
  const late = worstOf(await bots.late());
  await pause(1500);
  const steady = taken();
  const spent = { cpu: bots.used().cpu, postgres: postgres(), driver: ownCpu() };
  await pause(settling);
  const orders = most.orders + steady.orders;
  const stage: Stage = {
    ...{
      what,
      startSeconds,
      rest,
      after: bots.used().memory,
      most,
      mostSeconds,
      steady,
      steadySeconds,
      late,
      shownSeconds,
    },
    cpu: (1000 * (spent.cpu - before.cpu)) / orders,
    postgres: (1000 * (spent.postgres - before.postgres)) / orders,
    driver: (1000 * (spent.driver - before.driver)) / orders,
  };
  await bots.stop();
  return stage;
};

const number = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));
const megabytes = (each: readonly number[]): string => each.map((one) => one.toFixed(0)).join(', ');
const timesOf = (times: readonly number[]): string =>
  times.length === 0 ? '' : `${number(quantile(times, 0.5))}, ${number(quantile(times, 0.99))}`;

const figures: readonly (readonly [string, (stage: Stage) => string])[] = [
  ['until every server has its commands, s', ({ startSeconds }) => number(startSeconds)],
  ['orders a second, as many as go', ({ most, mostSeconds }) => number(most.orders / mostSeconds)],
  ['**CPU an order: bots, ms**', ({ cpu }) => number(cpu)],
  ['CPU an order: PostgreSQL, ms', ({ postgres }) => number(postgres)],
  ['CPU an order: this driver and its Discord, ms', ({ driver: each }) => number(each)],
  ['until all of that was shown, s', ({ shownSeconds }) => number(shownSeconds)],
  [
    'orders a second while the following was timed',
    ({ steady, steadySeconds }) => number(steady.orders / steadySeconds),
  ],
  ['answer, p50 and p99, ms', ({ steady }) => timesOf(steady.answers)],
  ['picture, p50 and p99, ms', ({ steady }) => timesOf(steady.pictures)],
  [
    'the event loop is late, p50 and p99, ms',
    ({ late }) => (Number.isFinite(late.worst) ? `${number(late.half)}, ${number(late.worst)}` : ''),
  ],
  ['memory of each process at rest, MB', ({ rest }) => megabytes(rest)],
  ['memory of each process afterwards, MB', ({ after }) => megabytes(after)],
  ['requests an order that answer it', ({ steady }) => number(steady.answering / steady.orders)],
  ['requests an order beside (50 a second of all)', ({ steady }) => number(steady.others / steady.orders)],
  ['these a second, as many orders as go', ({ most, mostSeconds }) => number(most.others / mostSeconds)],
  ['invalid requests (10,000 in ten minutes)', ({ most, steady }) => String(most.invalid + steady.invalid)],
  ['orders refused', ({ most, steady }) => String(most.refused + steady.refused)],
];

const tableOf = (stages: readonly Stage[]): string =>
  [
    `| | ${stages.map(({ what }) => what).join(' | ')} |`,
    `|---|${stages.map(() => '---').join('|')}|`,
    ...figures.map(([what, of]) => `| ${what} | ${stages.map(of).join(' | ')} |`),
  ].join('\n');

interface Field extends Pick<ReturnType<typeof driver>, 'taken' | 'unshown'> {
  readonly discord: FakeDiscord;
  readonly url: string;
  readonly tables: readonly Table[];
  readonly order: (table: Table, isFloor: boolean) => Promise<void>;
}

/**
 * Runs `play` with servers that each have a running battle, on a database with many battles and installed processes.
 */
const onField = async <T>(servers: number, battles: number, play: (field: Field) => Promise<T>): Promise<T> => {
  const { onRequest, order, seat, taken, unshown } = driver();
  let ahead = 0;
  const discord = await fakeDiscord({ onRequest, now: () => Date.now() + ahead });
  const postgres = await realPostgres(true);
  try {
    return await asInstalled(async () => {
      const places = Array.from({ length: servers }, (_, n) => {
        // The shard is in the milliseconds of a server’s id.
        ahead += 1;
        const guild = discord.newGuild(`Club ${n}`);
        const channels = Array.from({ length: channelsEach }, (_, at) => discord.newChannel(`channel-${at}`, guild));
        return { guild, channel: channels[0] ?? guild };
      });
      const gm = discord.user('Gwen', { manages: true });
      const first = await botProcesses(discord, postgres.url, 1);
      const going = await manyBattles(postgres.url, discord, gm, places, battles);
      await first.stop();
      const tables: readonly Table[] = going.map((each) => ({ ...each, given: 0, unpictured: undefined }));
      seat(tables);
      return play({
        ...{ discord, url: postgres.url, tables, taken, unshown },
        order: (table, isFloor) => order(discord, gm, table, isFloor),
      });
    });
  } finally {
    discord.takeFaults();
    await discord.close();
    await postgres.end();
  }
};

/** Real slash orders against whole processes on one PostgreSQL, with pictures, in many servers, over a database with many battles. */
export const benchLoad = (): Promise<string> =>
  onField(servers, battles, async ({ discord, url, tables, order, taken, unshown }) => {
    const used = await cpuOfPostgres(url);
    const give = (isFloor: boolean) => (n: number) => {
      const table = tables[n % tables.length];
      return table === undefined ? Promise.resolve() : order(table, isFloor);
    };
    const stages: Stage[] = [];
    for (const count of counts)
      stages.push(
        await staged(
          count === 1 ? '1 process' : `${count} processes`,
          () => botProcesses(discord, url, count),
          give(false),
          { taken, unshown },
          used,
        ),
      );
    stages.push(
      await staged(
        'floor: answers at once',
        () => floorProcess(discord),
        give(true),
        { taken, unshown: () => 0 },
        used,
      ),
    );
    return `${servers.toLocaleString('en')} servers, ${battles.toLocaleString('en')} battles in the database, an order on its way in ${atOnce} of them at once.\n\n${tableOf(stages)}`;
  });

const busy = 30;

/** One process with thirty battles, each of which gets its next order as soon as the last is answered; each order changes its picture. */
export const benchThroughput = (): Promise<readonly Measured[]> =>
  onField(busy, busy, async ({ discord, url, tables, order, taken }) => {
    const bots = await botProcesses(discord, url, 1);
    const rush = async (until: number): Promise<void> => {
      const played = async (table: Table): Promise<void> => {
        while (performance.now() < until) await order(table, false);
      };
      await Promise.all(tables.map(played));
    };
    await rush(performance.now() + 5000);
    taken();
    const [from, cpu] = [performance.now(), bots.used().cpu];
    await rush(from + seconds * 1000);
    const [rate, spent] = [1000 / (performance.now() - from), bots.used().cpu - cpu];
    const { orders, refused, answers, pictures } = taken();
    await bots.stop();
    const row = (what: string, unit: string, median: number, worst: number, budget: string, holds: boolean) =>
      ({ what, unit, median, worst, budget, holds }) satisfies Measured;
    const [perSecond, late] = [orders * rate, quantile(answers, 0.99)];
    return [
      row(
        `orders a second in ${busy} battles with pictures, one process (${orders} orders, ${refused} refused, ${pictures.length} pictures, ${((1000 * spent) / orders).toFixed(1)} ms of CPU an order)`,
        '/s',
        perSecond,
        perSecond,
        'at least 150',
        perSecond >= 150 && refused === 0,
      ),
      row('the answer meanwhile', 'ms', quantile(answers, 0.5), late, 'p99 300 ms', late <= 300),
    ];
  });
