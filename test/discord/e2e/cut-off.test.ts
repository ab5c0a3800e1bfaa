import { Status } from 'discord.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelMessage } from '../../../src/app/outbox/outbox-items.ts';
import type { Bot } from '../../../src/discord/bot.ts';
import { type Database, openDatabase } from '../../../src/persistence/database.ts';
import { sentenceCard } from '../../../src/presentation/card.ts';
import { createDatabaseStores } from '../../../src/wiring/database-stores.ts';
import { isLong, someOf } from '../../budget.ts';
import { newPostgres } from '../../shared.ts';
import type { Person } from '../fake/person.ts';
import { until } from '../fake/until.ts';
import { type RealBot, realBot } from '../real-bot.ts';

/** A process looks for messages of others every two seconds (milliseconds). */
const prompt = 4000;

let databases: readonly Database[];
let on: RealBot;
let ann: Person;
/** The processes whose requests posted a message, in order. */
let posted: string[];

beforeEach(async () => {
  const databaseUrl = await newPostgres();
  const open = () => openDatabase({ databaseUrl, dataDir: undefined });
  databases = [await open(), await open()];
  on = await realBot(storesOf(0), undefined, undefined, { by: 'one' });
  ann = on.discord.user('Ann');
  posted = [];
  on.discord.trouble(({ method, path, by }) => {
    if (method === 'POST' && /^\/channels\/\d+\/messages$/.test(path)) posted.push(by ?? '');
    return undefined;
  });
});
afterEach(async () => {
  await on.close();
  for (const database of databases) await database.close();
});

const storesOf = (at: number) => {
  const database = databases[at];
  if (database === undefined) throw new Error('There is no such process.');
  return createDatabaseStores(database);
};

const onTheSide = () => on.another(storesOf(1), undefined, 0, 'other');

const isReady = ({ client }: Pick<Bot, 'client'>): boolean => client.ws.shards.first()?.status === Status.Ready;

/** Writes a message that belongs to no interaction, in a lane of its own. */
const write = (says: string): Promise<void> => {
  const { guild, channel } = on.discord;
  const message = channelMessage(says, channel.id, { cards: [sentenceCard(says)] });
  const lease = { owner: 'nobody', milliseconds: 0 };
  return on.stores.outbox.write(
    { guild: guild.id, channel: channel.id },
    { messages: [{ ...message, lane: says }], lease },
  );
};

const isSaid = (says: string): boolean => ann.sees().some(({ text }) => text === says);

/** Saves messages one after another. None may wait for the disconnected process, and none may arrive twice. */
const expectSaidPromptly = async (names: readonly string[]): Promise<void> => {
  for (const says of names) {
    await write(says);
    await until(() => isSaid(says), `the message ${says}`, prompt);
  }
  await on.discord.quiet();
  const seen = ann.sees().map(({ text }) => text);
  expect(seen.filter((text) => names.includes(text))).toEqual(names);
};

const names = Array.from({ length: isLong ? 6 : 2 }, (_, n) => `message ${n}`);

const cuts = [
  { what: 'loses its gateway', only: 'gateway' as const },
  { what: 'loses Discord altogether', only: undefined },
];

test.each(someOf(cuts, 1))(
  'if one of two processes $what, the other sends each message promptly and once',
  async ({ only }) => {
    const other = await onTheSide();
    const heal = on.discord.cut('other', only);
    await until(() => !isReady(other), 'the cut');
    await expectSaidPromptly(names);
    expect(new Set(posted)).toEqual(new Set(['one']));
    heal();
    await until(() => isReady(other), 'the gateway to be back', 30_000);
    on.discord.cut('one', only);
    await until(() => !isReady(on.bot()), 'the other cut');
    await expectSaidPromptly(['back again']);
    expect(posted.at(-1)).toBe('other');
  },
);

test('a process that never connects takes no messages from the outbox', async () => {
  on.discord.cut('other', 'gateway');
  const other = on.another(storesOf(1), undefined, 0, 'other');
  await expectSaidPromptly(names);
  expect(new Set(posted)).toEqual(new Set(['one']));
  on.discord.cut('other')();
  await other;
});

test('a process that stops while it connects ends without an error when Discord hangs up later', async () => {
  const other = await onTheSide();
  const hangUp = on.discord.cut('other', 'handshake');
  await until(() => on.discord.connections().unanswered > 0, 'a new connection', 30_000);
  await other.stop();
  hangUp();
  await expectSaidPromptly(names);
});

test.runIf(isLong)('messages that a disconnected process did not finish are sent once by the other', async () => {
  const other = await onTheSide();
  const back = on.discord.cut('one', 'gateway');
  await until(() => !isReady(on.bot()), 'the first cut');
  let asked = 0;
  const healRest = on.discord.trouble(({ method, path, by }) => {
    if (by !== 'other' || method !== 'POST' || !path.endsWith('/messages')) return undefined;
    asked += 1;
    return asked === 1 ? { kind: 'delay', milliseconds: 25_000 } : { kind: 'hang-up' };
  });
  await write('hangs');
  await until(() => asked === 1, 'a message that hangs');
  await write('fails');
  // It is tried again after one, two, four and eight seconds.
  await until(() => asked > 4, 'four failures');
  back();
  await until(() => isReady(on.bot()), 'the gateway to be back', 30_000);
  on.discord.cut('other', 'gateway');
  await until(() => !isReady(other), 'the cut');
  await until(() => isSaid('fails'), 'the message that failed', prompt);
  await until(() => isSaid('hangs'), 'the message that hangs, once its lease has run out', 10_000 + prompt);
  healRest();
  await on.discord.quiet();
  expect(
    ann
      .sees()
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual(['fails', 'hangs']);
});
