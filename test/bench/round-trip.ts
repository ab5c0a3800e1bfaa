import type { Person } from '../discord/fake/person.ts';
import { realPostgres } from '../persistence/real-postgres.ts';
import { type BenchBot, benchBot, benchFloor } from './bench-bot.ts';
import { type Measured, median, quantile } from './measure.ts';
import { asInstalled } from './processes.ts';

/** They take turns, so that whatever else the machine does concerns both. */
const turns = 4;
const perTurn = 75;

/** Two combatants face to face that withstand any attack. */
const faceToFace = async (gm: Person): Promise<void> => {
  for (const line of [
    '/battle create system:skure size:8x8',
    '/npc add preset:Roland Vey, swordsman name:Ann side:red',
    '/npc add preset:Roland Vey, swordsman name:Bob side:blue',
    '/battle place target:Ann to:D4 facing:E',
    '/battle place target:Bob to:E4 facing:W',
    '/gm set field:hp value:9000 who:Ann, Bob',
    '/battle start',
  ])
    await gm.slash(line);
};

/** Gives attacks in turn, each with its picture queued, and returns their times without refused ones. */
const attacks = async ({ discord, timesOf }: BenchBot, gm: Person, count: number): Promise<readonly number[]> => {
  const times: number[] = [];
  timesOf(gm);
  for (let n = 0; times.length < count && n < 3 * count; n++) {
    const [who, whom] = n % 2 === 0 ? ['Ann', 'Bob'] : ['Bob', 'Ann'];
    const { text } = await gm.slash(`/attack as:${who} target:${whom}`);
    const taken = timesOf(gm);
    if (text.startsWith(`${who} strikes ${whom}`)) times.push(...taken);
  }
  // Waits for pictures, so that they do not count towards the next measurement.
  await discord.quiet(3000);
  return times;
};

/** Gives commands that do almost nothing, one at a time. */
const least = async ({ discord, timesOf }: BenchBot, gm: Person, count: number): Promise<readonly number[]> => {
  timesOf(gm);
  for (let n = 0; n < count; n++) await gm.slash('/say text:On guard!', discord.channel);
  await discord.quiet(3000);
  return timesOf(gm);
};

const besideFloor = async (): Promise<readonly Measured[]> => {
  const postgres = await realPostgres(true);
  try {
    const bot = await benchBot(postgres.url);
    const floorBot = await benchFloor(postgres.url);
    const gm = bot.discord.user('Gwen', { manages: true });
    const other = floorBot.discord.user('Gil', { manages: true });
    await faceToFace(gm);
    await attacks(bot, gm, perTurn);
    await least(floorBot, other, perTurn);
    const ours: number[] = [];
    const floor: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      ours.push(...(await attacks(bot, gm, perTurn)));
      floor.push(...(await least(floorBot, other, perTurn)));
    }
    await bot.close();
    await floorBot.close();
    return [
      {
        what: `an attack with its picture queued, from the event to the answer on loopback, Postgres, one at a time (${ours.length} attacks); floor: a handler that reads and writes as much by plain pg`,
        unit: 'ms',
        median: median(ours),
        worst: quantile(ours, 0.99),
        floor: median(floor),
        budget: '1.5 × its floor',
        holds: median(ours) <= 1.5 * median(floor),
      },
    ];
  } finally {
    await postgres.end();
  }
};

/**
 * Measures an attack with its picture, from the gateway's event to the answer, on PostgreSQL, with its floor in the
 * same run.
 */
export const benchRoundTrip = (): Promise<readonly Measured[]> => asInstalled(besideFloor);
