import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../discord/fake/person.ts';
import { until } from '../discord/fake/until.ts';
import { heavyFiles } from '../heavy-files.ts';
import { realPostgres } from '../persistence/real-postgres.ts';
import { benchBot } from './bench-bot.ts';
import { type Measured, median, quantile } from './measure.ts';
import { asInstalled } from './processes.ts';

const orders = Number(process.env.BENCH_ORDERS ?? 100);
/** Alone and beside take turns, so that whatever else the machine does affects both. */
const turns = 3;
/** Milliseconds between the orders of the other server. */
const between = 60;
/** Uploads of one server at the same time. */
const atOnce = 10;

/** A server’s orders alone, and while another server uploads ten heavy files at a time, in the same run. */
export const benchHeavyFiles = (): Promise<readonly Measured[]> =>
  asInstalled(async () => {
    const postgres = await realPostgres(true);
    const { discord, timesOf, close } = await benchBot(postgres.url);
    try {
      const elsewhere = discord.newGuild('Elsewhere');
      const loud = discord.user('Lou', { manages: true, guild: elsewhere }).at(discord.newChannel('loud', elsewhere));
      const quiet = discord.user('Gil', { manages: true });
      await until(() => discord.commands(elsewhere).length > 0, 'the commands of the other server');
      await quiet.slash('/battle create system:skure');
      await loud.slash('/character create system:skure name:Ann preset:Swordsman');
      const timed = async (who: Person): Promise<readonly number[]> => {
        timesOf(who);
        for (let n = 0; n < orders; n++) {
          await who.slash('/roll dice:2d6');
          await sleep(between);
        }
        return timesOf(who);
      };
      const files = heavyFiles();
      let uploaded = 0;
      const upload = async (isOver: () => boolean): Promise<void> => {
        while (!isOver()) {
          const next = files[uploaded++ % files.length];
          if (next !== undefined) await loud.slash(next.line, undefined, { it: next.file });
        }
      };
      await timed(quiet);
      const alone: number[] = [];
      const beside: number[] = [];
      for (let turn = 0; turn < turns; turn++) {
        await discord.quiet(2000);
        alone.push(...(await timed(quiet)));
        let isOver = false;
        const uploads = Array.from({ length: atOnce }, () => upload(() => isOver));
        beside.push(...(await timed(quiet)));
        isOver = true;
        await Promise.all(uploads);
      }
      const [floor, late] = [quantile(alone, 0.99), quantile(beside, 0.99)];
      return [
        {
          what: `a server’s p99 while another uploads ${atOnce} heavy files at a time (${beside.length} orders, ${uploaded} files; medians ${median(alone).toFixed(1)} and ${median(beside).toFixed(1)}), floor: alone`,
          unit: 'ms',
          median: late,
          worst: late,
          floor,
          budget: '100 ms',
          holds: late <= 100,
        },
      ];
    } finally {
      await close();
      await postgres.end();
    }
  });
