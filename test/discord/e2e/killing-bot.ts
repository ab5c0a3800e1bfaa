import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { foldLog } from '../../../src/battle/saved/replay.ts';
import { createBattleStore } from '../../../src/persistence/battle-store.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../../../src/persistence/database.ts';
import { rulesets } from '../../../src/systems/index.ts';
import { compiled } from '../../shared.ts';
import { type FakeDiscord, fakeDiscord } from '../fake/discord.ts';
import type { Person } from '../fake/person.ts';
import { until } from '../fake/until.ts';

/**
 * Lets the leases of a dead process expire, so that the next process sends its messages at once. Call it after the
 * database has finished its statements.
 */
export const leasesRunOut = async ({ prisma }: Database): Promise<void> => {
  await prisma.$executeRaw`UPDATE outbox SET due_at = created_at WHERE held_by <> '' AND item IS NOT NULL`;
};

const program = fileURLToPath(new URL('../../../src/start.js', import.meta.url));

/**
 * Waits until the bot has answered something. On a busy machine a process that has just started may miss Discord's three seconds,
 * because it still loads code.
 */
const firstAnswer = async (discord: FakeDiscord): Promise<void> => {
  const [early, hall] = [discord.user('Early'), discord.newChannel('hall')];
  for (let left = 25; left > 0; left -= 1)
    if ((await early.slash('/roll dice:1d6', hall).catch(() => undefined)) !== undefined) return;
  throw new Error('The bot does not answer.');
};

/** Starts the real program as another process on a local Discord, from the sources or by another command, and waits for its first answer. */
export const botAt = async (
  discord: FakeDiscord,
  where: DatabaseLocation,
  more: NodeJS.ProcessEnv = {},
  [command = '', ...args]: readonly string[] = [process.execPath, program],
): Promise<ChildProcess> => {
  const { api, token, connections, commands } = discord;
  const before = connections().identified;
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      DISCORD_TOKEN: token,
      DISCORD_API_BASE: api,
      LOG_LEVEL: 'silent',
      ...(await compiled()),
      ...(where.databaseUrl !== undefined && { DATABASE_URL: where.databaseUrl }),
      ...(where.dataDir !== undefined && { DATA_DIR: where.dataDir }),
      ...more,
    },
  });
  await until(() => connections().identified > before && commands().length > 0, 'the bot to be there', 80_000);
  await firstAnswer(discord);
  return child;
};

/** What is wrong with the saved battle, given the orders whose answers arrived. */
const problemsIn = async (
  where: DatabaseLocation,
  channel: string,
  acknowledged: readonly string[],
): Promise<readonly string[]> => {
  const { prisma, close } = await openDatabase(where);
  const store = createBattleStore(prisma);
  // The server may finish a statement shortly after its client died.
  let version = -1;
  for (let now = await store.byChannel(channel); now?.version !== version; now = await store.byChannel(channel)) {
    version = now?.version ?? 0;
    await wait(60);
  }
  const battle = await store.byChannel(channel);
  const log = battle === undefined ? [] : await store.log(battle);
  await close();
  const ruleset = rulesets.find(({ id }) => id === battle?.system);
  if (battle === undefined || ruleset === undefined) return ['The battle is gone.'];
  const kept = new Set(log.map(({ orderId }) => orderId));
  const { table, game } = foldLog(ruleset, log);
  return [
    ...acknowledged.filter((order) => !kept.has(order)).map((order) => `Order ${order} was acknowledged and is lost.`),
    ...(kept.size === log.length ? [] : ['An order is in the log twice.']),
    ...log.flatMap(({ n }, at) => (n === at + 1 ? [] : [`Entry ${at + 1} of the log is numbered ${n}.`])),
    ...(battle.version === log.length ? [] : [`Version ${battle.version} has ${log.length} entries.`]),
    ...(isDeepStrictEqual(game.save(), battle.game) ? [] : ['The battle is not what its log says.']),
    ...(isDeepStrictEqual(table, battle.table) ? [] : ['The table is not what its log says.']),
  ];
};

/** Gives orders until the bot is dead, and notes the ids of those with a public answer. */
const stream = async (who: Person, line: string, death: Promise<'dead'>, answered: string[]): Promise<void> => {
  for (;;) {
    const shown = await Promise.race([who.slash(line).catch(() => 'late' as const), death]);
    if (shown === 'dead') return;
    if (shown !== 'late' && !shown.private && shown.interaction !== undefined) answered.push(shown.interaction);
  }
};

/** Number of orders that are answered before the bot is killed at a random moment. */
const enough = 2;

/** Kills a bot repeatedly under a stream of interactions, and checks the saved data each time. */
export const killingBot = async (where: DatabaseLocation, times: number) => {
  const discord = await fakeDiscord();
  const gwen = discord.user('Gwen', { manages: true });
  const [ann, bob] = [discord.user('Ann'), discord.user('Bob')];
  const acknowledged: string[] = [];
  const problems: string[] = [];
  for (let time = 1; time <= times; time += 1) {
    const child = await botAt(discord, where);
    try {
      if (time === 1) {
        await gwen.slash('/battle create system:skure name:The bridge');
        await ann.slash('/battle join preset:Longbowman side:red');
        await bob.slash('/battle join preset:Tower Guard side:red');
      }
      const death = once(child, 'exit').then(() => 'dead' as const);
      const before = acknowledged.length;
      const streams = Promise.all([
        stream(gwen, '/gm ruling text:It rains.', death, acknowledged),
        stream(ann, '/roll dice:2d6+1', death, acknowledged),
        stream(bob, '/roll dice:1d100', death, acknowledged),
      ]);
      await until(() => acknowledged.length >= before + enough, 'answers', 60_000);
      await wait(randomInt(500));
      child.kill('SIGKILL');
      await streams;
    } finally {
      child.kill('SIGKILL');
    }
    problems.push(...(await problemsIn(where, discord.channel.id, acknowledged)));
  }
  problems.push(...discord.takeFaults());
  await discord.close();
  return { acknowledged: acknowledged.length, problems };
};
