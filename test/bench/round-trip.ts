import { realPostgres } from '../persistence/real-postgres.ts';
import { type BenchBot, benchBot, benchFloor, duel } from './bench-bot.ts';
import { type Measured, median, quantile } from './measure.ts';

/** They take turns, so that whatever else the machine does concerns both. */
const turns = 4;
const perTurn = 75;

/** So many slash commands, one at a time; afterwards nothing is left to do: a panel that is shown later is not to count for the other. */
const timed = async ({ discord, timesOf }: BenchBot, count: number): Promise<readonly number[]> => {
  const gm = discord.user('Gil', { manages: true });
  for (let n = 0; n < count; n++) await gm.slash('/say text:On guard!', discord.channel);
  await discord.quiet(3000);
  return timesOf(gm);
};

/** A slash command that changes a battle, from the gateway's event to the answer, on Postgres, beside its floor in the same run. */
export const benchRoundTrip = async (): Promise<readonly Measured[]> => {
  const postgres = await realPostgres(true);
  try {
    const bot = await benchBot(postgres.url);
    await duel(bot.discord.user('Gwen', { manages: true }));
    const least = await benchFloor(postgres.url);
    await timed(bot, perTurn);
    await timed(least, perTurn);
    const ours: number[] = [];
    const floor: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      ours.push(...(await timed(bot, perTurn)));
      floor.push(...(await timed(least, perTurn)));
    }
    await bot.close();
    await least.close();
    return [
      {
        what: 'slash command round trip on loopback, Postgres, one at a time',
        unit: 'ms',
        median: median(ours),
        worst: quantile(ours, 0.99),
        floor: median(floor),
        budget: '2 × floor',
        holds: median(ours) <= 2 * median(floor),
      },
    ];
  } finally {
    await postgres.end();
  }
};
