import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { botAt } from '../discord/e2e/killing-bot.ts';
import { type FakeDiscord, fakeDiscord } from '../discord/fake/discord.ts';
import type { Person } from '../discord/fake/person.ts';
import { until } from '../discord/fake/until.ts';
import { startOptions } from './processes.ts';

/** A bot in a process of its own, as a host runs it, and a Discord in this one: neither waits for the other’s work. */
export interface BenchBot {
  readonly discord: FakeDiscord;
  /**
   * The times of this user's answers since the last call, from the gateway's event to the answer's arrival
   * (milliseconds).
   */
  readonly timesOf: (person: Person) => readonly number[];
  readonly close: () => Promise<void>;
}

const benchOf = (discord: FakeDiscord, child: ChildProcess): BenchBot => {
  const seen = new Map<string, number>();
  return {
    discord,
    timesOf: (person) => {
      const sent = discord.sentBy(person);
      const fresh = sent.slice(seen.get(person.id) ?? 0);
      seen.set(person.id, sent.length);
      const requests = discord.requests();
      return fresh.map(({ token, leftAt }) => {
        // A deferred placeholder is no answer.
        const answer = requests.find(
          ({ path, body }) => path.includes(`/${token}`) && Object(body).type !== 5 && Object(body).type !== 6,
        );
        return answer === undefined ? Number.POSITIVE_INFINITY : answer.cameAt - leftAt;
      });
    },
    close: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await discord.close();
    },
  };
};

/**
 * Starts the program as a host does, on this database, with `NODE_OPTIONS` for profiling. Built if the caller asks for
 * it (`asInstalled`).
 */
export const benchBot = async (databaseUrl: string): Promise<BenchBot> => {
  const discord = await fakeDiscord();
  const { NODE_OPTIONS = '' } = process.env;
  const child = await botAt(
    discord,
    { databaseUrl, dataDir: undefined },
    { LOG_LEVEL: 'warn', NODE_OPTIONS: [...startOptions, NODE_OPTIONS].join(' ').trim() },
  );
  return benchOf(discord, child);
};

const floorBot = fileURLToPath(new URL('./floor-bot.ts', import.meta.url));

/** Starts the floor: a handler that does almost nothing. */
export const benchFloor = async (databaseUrl: string): Promise<BenchBot> => {
  const discord = await fakeDiscord();
  const { api, token } = discord;
  const env = { PATH: process.env.PATH, DISCORD_API_BASE: api, DISCORD_TOKEN: token, DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, [floorBot], { stdio: ['ignore', 'ignore', 'inherit'], env });
  await until(() => discord.commands().length > 0, 'the floor', 30_000);
  return benchOf(discord, child);
};

/** Starts a battle of two combatants in which orders can be given forever. */
export const duel = async (gm: Person): Promise<void> => {
  for (const line of [
    '/battle create system:skure',
    '/npc add preset:Swordsman name:Ann side:red',
    '/npc add preset:Swordsman name:Bob side:blue',
    '/battle deploy',
    '/battle start',
  ])
    await gm.slash(line);
};
