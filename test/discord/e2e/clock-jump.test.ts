import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { channelMessage } from '../../../src/app/outbox/outbox-items.ts';
import { readAlarm } from '../../../src/battle/saved/waits.ts';
import { type Database, openDatabase } from '../../../src/persistence/database.ts';
import { sentenceCard } from '../../../src/presentation/card.ts';
import { createDatabaseStores } from '../../../src/wiring/database-stores.ts';
import { someOf } from '../../budget.ts';
import { newDatabase } from '../../shared.ts';
import type { Person } from '../fake/person.ts';
import { until } from '../fake/until.ts';
import { type RealBot, realBot } from '../real-bot.ts';

const hour = 3_600_000;
/** Maximum time of a step (milliseconds). */
const prompt = 15_000;

/** The clock of the machine, as the bot, its libraries and the embedded database read it. */
const { now } = Date;
let ahead = 0;
beforeAll(() => {
  Date.now = () => now() + ahead;
});
afterAll(() => {
  Date.now = now;
});

const jumps = [
  { kind: 'PGlite', jump: -hour, what: 'put back' },
  { kind: 'PGlite', jump: hour, what: 'put forward' },
  { kind: 'PostgreSQL', jump: hour, what: 'put forward' },
  { kind: 'PostgreSQL', jump: -hour, what: 'put back' },
] as const;

describe.each(someOf(jumps, 1))('$kind with a clock $what by an hour', ({ kind, jump }) => {
  let database: Database;
  let on: RealBot;
  let gwen: Person;
  let ann: Person;
  let bob: Person;
  beforeAll(async () => {
    ahead = 0;
    database = await openDatabase(await newDatabase(kind));
    on = await realBot(createDatabaseStores(database), undefined, undefined, {
      by: 'one',
      hour: () => Date.now(),
    });
    gwen = on.discord.user('Gwen', { manages: true });
    ann = on.discord.user('Ann');
    bob = on.discord.user('Bob');
    await gwen.slash('/battle create system:skure name:The ford size:6x6');
    await ann.slash('/battle join preset:Swordsman side:red');
    await bob.slash('/battle join preset:Swordsman side:blue');
    await gwen.slash('/battle deploy');
    await gwen.slash('/battle clock do:set time:24h end:default');
    await gwen.slash('/battle start');
    await on.discord.quiet();
  });
  afterEach(() => {
    expect(on.takeErrors()).toEqual([]);
  });
  afterAll(async () => {
    await on.close();
    await database.close();
  });

  const texts = () => ann.sees().map(({ text }) => text);
  const direct = () => [ann, bob, gwen].flatMap((each) => each.direct().map(({ text }) => text));

  /** Writes messages that belong to no interaction. */
  const write = (channel: string, says: readonly string[]): Promise<void> =>
    on.stores.outbox.write(
      { guild: on.discord.guild.id, channel },
      {
        messages: says.map((each) => channelMessage(`${each} ${jump}`, channel, { cards: [sentenceCard(each)] })),
        lease: { owner: 'nobody', milliseconds: 0 },
      },
    );

  /** Waits until the bot has looked for messages and alarms that are due. */
  const lookedThrough = async (): Promise<void> => {
    const elsewhere = on.discord.newChannel('elsewhere');
    await write(elsewhere.id, ['looked through']);
    await until(() => ann.sees(elsewhere).length > 0, 'a message elsewhere', prompt);
    const due = async () =>
      database.prisma.$queryRaw<unknown[]>`
        SELECT FROM alarms WHERE due_at <= extract(epoch FROM clock_timestamp()) * 1000`;
    for (let rest = 100; (await due()).length > 0 && rest > 0; rest -= 1) await sleep(100);
    expect(await due()).toEqual([]);
    await on.discord.quiet();
  };

  test('a clock jump repeats no message and ends no turn', async () => {
    const [seen, told] = [texts(), direct()];
    ahead += jump;
    await lookedThrough();
    expect(texts()).toEqual(seen);
    expect(direct()).toEqual(told);
    expect((await gwen.slash('/battle status')).text).toContain('Ann');
  });

  test('a clock jump drops no message that waited in the outbox', async () => {
    const heal = on.discord.cut('one', 'gateway');
    await until(() => on.bot().client.ws.shards.first()?.status !== 0, 'the cut');
    await write(on.discord.channel.id, ['first', 'second']);
    ahead += jump;
    heal();
    await until(() => texts().includes('second'), 'both messages', prompt);
    await on.discord.quiet();
    expect(texts().filter((text) => text === 'first' || text === 'second')).toEqual(['first', 'second']);
  });

  test('an alarm that is due during a clock jump runs', async () => {
    const battle = (await on.stores.battles.byChannel(on.discord.channel.id))?.id ?? '';
    const data = { battle, actor: 'Ann', kind: 'turn', since: 0, step: 'show', due: Date.now(), tries: 0 } as const;
    await on.stores.alarms.set({ after: 0, data });
    ahead += jump;
    const left = async () =>
      (await database.prisma.alarm.findMany()).filter((each) => readAlarm(each.data).step === 'show').length;
    for (let rest = prompt / 100; (await left()) > 0 && rest > 0; rest -= 1) await sleep(100);
    expect(await left()).toBe(0);
    await on.discord.quiet();
  });

  test('a clock jump does not extend Discord’s rate limits', async () => {
    on.discord.limit(/^(POST|PATCH) \/channels/, 3, 0.5);
    for (let n = 0; n < 3; n += 1) await gwen.slash(`/gm ruling text:It rains ${n}.`);
    ahead += jump;
    on.discord.limit(/^(POST|PATCH) \/channels/, 1, 0.5);
    // More than Discord takes in a second.
    const said: Promise<unknown>[] = [];
    for (let n = 0; n < 80; n += 1) said.push(on.bot().client.rest.get(`/channels/${on.discord.channel.id}`));
    await Promise.all(said);
    const began = performance.now();
    await gwen.slash('/gm ruling text:The rain ends.');
    await on.discord.quiet();
    expect(performance.now() - began).toBeLessThan(prompt);
    expect(texts().filter((text) => text.includes('The rain ends.'))).toHaveLength(1);
  });
});
