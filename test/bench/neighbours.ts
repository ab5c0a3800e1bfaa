import { setTimeout as sleep } from 'node:timers/promises';
import { rulesets } from '../../src/systems/index.ts';
import type { Person } from '../discord/fake/person.ts';
import { until } from '../discord/fake/until.ts';
import { realPostgres } from '../persistence/real-postgres.ts';
import { type BenchBot, benchBot, duel } from './bench-bot.ts';
import { type Measured, median, quantile } from './measure.ts';
import { asInstalled } from './processes.ts';

const orders = Number(process.env.BENCH_ORDERS ?? 100);
/** Alone and beside alternate, so that other load on the machine affects both. */
const turns = 3;
/** Pause between the quiet server's orders (milliseconds). */
const between = 60;
/** Number of simultaneous interactions of the other server: 1 for a player who never pauses. */
const flooding = Number(process.env.BENCH_FLOOD ?? 12);
/** Budget of the quiet server's slowest hundredth of answers (milliseconds). */
const budget = 250;
/** Number of `/npc add count:20`: 1,200 figures, of which 200 fit. */
const comings = 60;

const sidesOf = (system: string): readonly [string, string] =>
  system === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue'];

/** A quiet server's orders until it is over. */
const quietOrders = async (gm: Person, over: () => boolean): Promise<void> => {
  for (let n = 0; !over(); n++) {
    await gm.slash(n % 2 === 0 ? '/roll dice:2d6' : '/order verb:say with:text=On guard!');
    await sleep(between);
  }
};

/** The commands of the flooding server: orders, pictures, autocomplete. */
const floodLines = (system: string): readonly ((gm: Person) => Promise<unknown>)[] => [
  (gm) => gm.slash('/roll dice:2d6'),
  (gm) => gm.slash('/battle status public:true'),
  (gm) => gm.suggests('/gm set who:Fo'),
  (gm) => gm.slash('/gm panel'),
  (gm) => gm.slash(system === 'skure' ? '/end' : '/gm skip'),
  (gm) => gm.suggests('/npc add preset:e'),
  (gm) => gm.slash('/my view'),
  (gm) => gm.slash('/npc add preset:e name:More count:20'),
];

/** Fills the battle with orders for six times as many figures as fit. */
const crowd = async (gm: Person, system: string): Promise<void> => {
  const ruleset = rulesets.find(({ id }) => id === system);
  const preset = ruleset?.presets.zombie ?? Object.values(ruleset?.presets ?? {})[0];
  const sides = sidesOf(system);
  await gm.slash(`/battle create system:${system}${['skure', 'segment'].includes(system) ? ' size:64x64' : ''}`);
  for (let n = 0; n < comings; n++)
    await gm.slash(`/npc add preset:${preset?.title} name:Foe ${n} count:20 side:${sides[n % 2]}`);
};

/** The most goblins for 99 points. Four such warbands are the largest battle of dSkull. */
const horde = (name: string): string =>
  JSON.stringify({
    name,
    primaryRace: 'goblin',
    warriors: Array.from({ length: 26 }, (_, n) => ({
      name: `${name} ${n}`,
      body: 'grunt',
      race: 'goblin',
      ...(n < 4 && { weapons: [{ name: 'sling', hands: 1, type: 'ranged' }] }),
    })),
  });

const hordes = async (gm: Person, players: readonly Person[]): Promise<void> => {
  await gm.slash('/gm server system:dskull rules:points.limit=99');
  await gm.slash('/battle create system:dskull');
  await gm.slash('/dskull board board:64x64; zone 1 A1-Z4; zone 2 A61-Z64; zone 3 AA1-AZ4; zone 4 AA61-AZ64');
  for (const player of players) {
    await player.slash(`/library import kind:warband json:${horde(player.name)}`);
    await player.slash(`/battle join character:${player.name} side:${player.name}`);
  }
};

/** A battle at every limit: the most combatants, a thousand effects, the largest board. */
const fill = async (gm: Person, system: string, players: readonly Person[]): Promise<void> => {
  if (system === 'dskull') await hordes(gm, players);
  else await crowd(gm, system);
  const [term] = Object.keys(rulesets.find(({ id }) => id === system)?.modifiers ?? {});
  for (let n = 0; n < 5; n++) await gm.slash(`/gm effect name:Curse ${n} who:all modifiers:${term}=1`);
  if (system === 'skure') await gm.slash('/battle deploy');
  await gm.slash('/battle start');
  if (system === 'dskull') for (let n = 0; n < 26 * players.length; n++) await gm.slash('/gm skip');
};

const rowOf = (what: string, alone: readonly number[], beside: readonly number[]): Measured => {
  const [floor, late] = [quantile(alone, 0.99), quantile(beside, 0.99)];
  return {
    what: `a quiet server’s p99 ${what} (${beside.length} orders; medians ${median(alone).toFixed(1)} and ${median(beside).toFixed(1)}), floor: alone`,
    unit: 'ms',
    median: late,
    worst: late,
    floor,
    budget: `${budget} ms`,
    holds: late <= budget,
  };
};

const besideOf = async ({ discord, timesOf }: BenchBot, system: string): Promise<readonly Measured[]> => {
  const elsewhere = discord.newGuild('Elsewhere');
  const arena = discord.newChannel('loud', elsewhere);
  const loud = discord.user('Lou', { manages: true, guild: elsewhere }).at(arena);
  const players = ['A', 'B', 'C', 'D'].map((name) => discord.user(name, { guild: elsewhere }).at(arena));
  const quiet = discord.user('Gil', { manages: true });
  await until(() => discord.commands(elsewhere).length > 0, 'the commands of the other server');
  await duel(quiet);
  const quietTimes = async (over: () => boolean): Promise<readonly number[]> => {
    timesOf(quiet);
    await quietOrders(quiet, over);
    return timesOf(quiet);
  };
  const counted = (): (() => boolean) => {
    let left = orders;
    return () => left-- === 0;
  };
  const aloneAfter = async (): Promise<readonly number[]> => {
    await discord.quiet(2000);
    return quietTimes(counted());
  };
  await quietTimes(counted());
  const alone = [...(await aloneAfter())];
  const whileFilling: number[] = [];
  while (whileFilling.length < orders) {
    await loud.slash('/battle end');
    let isFull = false;
    const filling = fill(loud, system, players).finally(() => {
      isFull = true;
    });
    whileFilling.push(...(await quietTimes(() => isFull)));
    await filling;
  }
  const beside: number[] = [];
  const lines = floodLines(system);
  let flooded = 0;
  for (let turn = 0; turn < turns; turn++) {
    let over = false;
    const flood = async (): Promise<void> => {
      while (!over) {
        const give = lines[flooded++ % lines.length];
        await give?.(loud).catch(() => undefined);
      }
    };
    const floods = Array.from({ length: flooding }, flood);
    await sleep(1000);
    beside.push(...(await quietTimes(counted())));
    over = true;
    await Promise.all(floods);
    alone.push(...(await aloneAfter()));
  }
  return [
    rowOf(`while another fills a battle (${system})`, alone, whileFilling),
    rowOf(`beside one at its caps (${system}, ${flooded} orders, pictures and autocompletes)`, alone, beside),
  ];
};

/**
 * Measures a quiet server's orders alone, and beside a server that floods a full battle, on PostgreSQL in the same run.
 */
export const benchNeighbours = (): Promise<readonly Measured[]> =>
  asInstalled(async () => {
    const measured: Measured[] = [];
    for (const system of (process.env.BENCH_SYSTEMS ?? rulesets.map(({ id }) => id).join(',')).split(',')) {
      const postgres = await realPostgres(true);
      try {
        const bot = await benchBot(postgres.url);
        measured.push(...(await besideOf(bot, system)));
        await bot.close();
      } finally {
        await postgres.end();
      }
    }
    return measured;
  });
