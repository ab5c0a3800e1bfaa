import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import type { Alarms } from '../../../src/battle/saved/waits.ts';
import { parseFollowUpOrderId } from '../../../src/battle/views/report.ts';
import type { Bot } from '../../../src/discord/bot.ts';
import { isLong, someOf } from '../../budget.ts';
import { databaseGround, hour } from '../../campaign/clock-stage.ts';
import { newPostgres } from '../../shared.ts';
import type { Person } from '../fake/person.ts';
import { until } from '../fake/until.ts';
import { realBot } from '../real-bot.ts';

/** Summer time begins on the 28th of March. */
const begins = Date.UTC(2027, 2, 26, 9);
const ranOut = 'the clock ran out';
const snowflakeTime = (id: string): number => Number(BigInt(id) >> 22n) + 1_420_070_400_000;

interface Table {
  readonly channel: string;
  readonly shard: number;
  readonly gia: Person;
  readonly pia: Person;
  readonly quin: Person;
}

const clocks = [
  { processes: 2, days: isLong ? 4 : 2, drifts: [0, 90_000] },
  { processes: 3, days: 7, drifts: [0, 90_000, -60_000] },
];

test.each(someOf(clocks, 1))(
  '$processes processes: only the one that serves the server posts each clock event, once',
  async ({ processes, days, drifts }) => {
    const url = await newPostgres();
    const rang: { readonly by: number; readonly battle: string }[] = [];
    const said: { readonly by: number; readonly channel: string }[] = [];
    let rings = 0;
    const grounds: Awaited<ReturnType<typeof databaseGround>>[] = [];
    for (let by = 0; by < processes; by += 1) {
      const ground = await databaseGround(url);
      /** Every fifth alarm fails after it has acted, and runs again in some process. */
      const startRinging: Alarms['startRinging'] = (ring) =>
        ground.stores.alarms.startRinging(async (data, ...rest) => {
          rang.push({ by, battle: data.battle });
          await ring(data, ...rest);
          rings += 1;
          if (rings % 5 === 0) throw new Error('The process died.');
        });
      grounds.push({ ...ground, stores: { ...ground.stores, alarms: { ...ground.stores.alarms, startRinging } } });
    }
    const [first, ...rest] = grounds;
    if (first === undefined) throw new Error('There is no process.');
    const heard = (bot: Bot, by: number): void =>
      void bot.client.rest.on('response', ({ method, path }) => {
        const channel = /^\/channels\/(\d+)\/messages$/.exec(path)?.[1];
        if (method === 'POST' && channel !== undefined) said.push({ by, channel });
      });
    const on = await realBot(first.stores, undefined, { shards: [0], shardCount: processes });
    const { discord } = on;
    on.turnClock(begins - on.now());
    const begun = async (by: number): Promise<Bot> => {
      const { stores } = grounds[by] ?? first;
      const bot = await on.another(stores, { shards: [by], shardCount: processes }, drifts[by]);
      heard(bot, by);
      return bot;
    };
    heard(on.bot(), 0);
    const others = new Map<number, Bot>();
    for (const by of rest.keys()) others.set(by + 1, await begun(by + 1));

    const tables: Table[] = [];
    for (let n = 0; tables.length < processes; n += 1) {
      on.turnClock(1);
      const shard = Number(BigInt(Math.trunc(on.now() - 1_420_070_400_000)) % BigInt(processes));
      if (tables.some((each) => each.shard === shard)) continue;
      const guild = discord.newGuild(`Club ${n}`);
      const own = Number((BigInt(guild.id) >> 22n) % BigInt(processes));
      if (tables.some((each) => each.shard === own)) continue;
      const channel = discord.newChannel('arena', guild);
      const person = (name: string, manages = false) => discord.user(name, { guild, manages }).at(channel);
      const [gia, pia, quin] = [person('Gia', true), person('Pia'), person('Quin')];
      await until(() => discord.commands(guild).length > 0, 'commands', 30_000);
      await gia.slash('/battle create system:skure name:The ford size:8x8');
      await pia.slash('/battle join preset:Swordsman name:Pia side:red');
      await quin.slash('/battle join preset:Swordsman name:Quin side:blue');
      await gia.slash('/battle deploy');
      await gia.slash('/gm set field:hp value:900 who:Pia, Quin');
      await gia.slash('/battle clock do:set time:20h reminders:75 end:default');
      await pia.slash('/my settings zone:Europe/Berlin quiet:22:00-07:00');
      await gia.slash('/battle start');
      tables.push({ channel: channel.id, shard: own, gia, pia, quin });
    }

    /** Advances the clocks of all processes and the alarms, including those that a dead process has claimed. */
    const pass = async (milliseconds: number): Promise<void> => {
      on.turnClock(milliseconds);
      await first.database.prisma.alarm.updateMany({
        where: { attempts: { gt: 0 } },
        data: { dueAt: { decrement: milliseconds } },
      });
      await first.passed(milliseconds);
      await discord.quiet(60);
    };
    /** A process claimed every waiting alarm and died. */
    const diesWithAll = (): Promise<unknown> =>
      first.database.prisma.alarm.updateMany({ data: { attempts: { increment: 1 }, dueAt: Date.now() + 120_000 } });

    /** The GM acts in each battle, because automation pauses after a round without a person. */
    const gmActs = async (): Promise<void> => {
      await Promise.all(tables.map(({ gia }) => gia.slash('/gm skip')));
      await discord.quiet(60);
    };

    for (let day = 1; day <= days; day += 1) {
      const by = day % processes;
      if (day === 3) await diesWithAll();
      for (let half = 0; half < 2; half += 1) await pass(12 * hour);
      await gmActs();
      // Every day another process is replaced by a new one.
      await others.get(by)?.stop();
      if (by === 0) await on.restart();
      else others.set(by, await begun(by));
      if (by === 0) heard(on.bot(), 0);
    }
    await pass(21 * 24 * hour);
    await gmActs();
    await pass(24 * hour);

    const holderOf = new Map(tables.map(({ channel, shard }) => [channel, shard]));
    expect(said.filter(({ by, channel }) => holderOf.has(channel) && holderOf.get(channel) !== by)).toEqual([]);
    let elsewhere = 0;
    for (const { channel, shard, gia, pia } of tables) {
      const battle = await first.stores.battles.byChannel(channel);
      if (battle === undefined) throw new Error('The battle is gone.');
      const acts = (await first.stores.battles.log(battle)).filter(
        ({ reason, orderId }) => reason === ranOut && parseFollowUpOrderId(orderId).nth === 0,
      );
      expect(acts.length).toBeGreaterThanOrEqual(days - 2);
      expect(new Set(acts.map(({ orderId }) => orderId)).size).toBe(acts.length);
      expect(gia.sees({ id: channel }).filter(({ text }) => text.includes(ranOut))).toHaveLength(acts.length);
      elsewhere += rang.filter((each) => each.battle === battle.id && each.by !== shard).length;
      for (const { id } of pia.pinged().filter(({ text }) => text.includes('left, until'))) {
        const { hour: h, minute } = DateTime.fromMillis(snowflakeTime(id), { zone: 'Europe/Berlin' });
        expect(h * 60 + minute).toBeGreaterThanOrEqual(7 * 60 - 2);
        expect(h * 60 + minute).toBeLessThanOrEqual(22 * 60 + 2);
      }
    }
    expect(elsewhere).toBeGreaterThan(0);
    expect(await first.database.prisma.alarm.count()).toBeGreaterThanOrEqual(tables.length);
    await on.close();
    for (const { close } of grounds) await close();
  },
  240_000,
);
