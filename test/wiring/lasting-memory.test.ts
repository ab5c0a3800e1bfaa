import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong, unhurried } from '../budget.ts';
import { botAt } from '../discord/e2e/killing-bot.ts';
import { type FakeDiscord, fakeDiscord } from '../discord/fake/discord.ts';
import { until } from '../discord/fake/until.ts';
import { newDatabase } from '../shared.ts';
import type { Asked, Grown } from './heap-look.ts';

let discord: FakeDiscord;
let bot: ChildProcess;

beforeAll(async () => {
  if (!isLong) return;
  discord = await fakeDiscord();
  const look = new URL('./heap-look.ts', import.meta.url).href;
  bot = await botAt(discord, await newDatabase('PGlite'), { NODE_OPTIONS: `--import ${look}` });
});
afterAll(async () => {
  if (!isLong) return;
  bot.kill('SIGTERM');
  if (bot.exitCode === null) await once(bot, 'exit');
  await discord.close();
});

interface Place {
  readonly guild: { readonly id: string };
  readonly channel: { readonly id: string };
}

let played = 0;

/** Plays a short battle from creation to end, with commands, buttons and suggestions, by users who are new. */
const battle = async ({ guild, channel }: Place): Promise<void> => {
  played += 1;
  const n = played;
  const has = (command: string): boolean => JSON.stringify(discord.commands(guild)).includes(`"${command}"`);
  const gm = discord.user(`Gwen ${n}`, { manages: true, guild }).at(channel);
  const player = discord.user(`Bob ${n}`, { guild }).at(channel);
  await until(() => has('battle'), 'the commands of a server');
  await gm.slash(`/battle create system:skure name:Battle ${n}`);
  await until(() => has('deploy'), 'the commands of the rulebook');
  await player.suggests('/battle join preset:Sword');
  await player.slash('/battle join preset:Swordsman name:Bob side:red');
  await gm.slash('/npc add preset:Swordsman name:Ann side:blue');
  await gm.slash('/battle deploy');
  await gm.slash('/battle start');
  await gm.awaits('Round 1');
  await gm.slash('/gm panel');
  await gm.slash('/end as:Bob');
  await gm.slash('/battle end');
};

/** Number of simultaneous battles. */
const atOnce = 6;

const inTurns = async (all: readonly (() => Promise<void>)[]): Promise<void> => {
  const left = all.values();
  const one = async (): Promise<void> => {
    for (const each of left) await each();
  };
  await Promise.all(Array.from({ length: atOnce }, one));
};

/** Channels of a server in which the bot stays. */
const staying = 2;

/**
 * Plays battles in three sorts of places: in servers that the bot then leaves, in channels that are deleted, and in a
 * few channels that stay.
 */
const battles = async (count: number, home: readonly Place[]): Promise<void> => {
  const own = Array.from({ length: count }, (_, n) => n);
  const inServer = async (): Promise<void> => {
    const guild = discord.newGuild('A club');
    const channel = discord.newChannel('table', guild);
    await battle({ guild, channel });
    discord.putOut(guild);
    discord.forbid(channel, 'see');
  };
  const inChannel = async (): Promise<void> => {
    const channel = discord.newChannel('table');
    await battle({ guild: discord.guild, channel });
    discord.deleteChannel(channel);
  };
  const following = home.map((place, at) => async () => {
    for (const n of own) if (n % home.length === at) await battle(place);
  });
  await inTurns([...following, ...own.flatMap(() => [inServer, inChannel])]);
  await discord.quiet();
};

const look = async (asked: Asked): Promise<readonly Grown[]> => {
  const answer = once(bot, 'message');
  bot.send(asked);
  const [grown] = await answer;
  return grown;
};

test.runIf(isLong)(
  'nothing unbounded in memory grows with battles, channels, servers and people',
  async () => {
    const count = 334;
    /** Growth that shows one stored thing for each battle in one sort of place. Running work is less. */
    const by = count * 0.8;
    const home = Array.from({ length: staying }, () => ({
      guild: discord.guild,
      channel: discord.newChannel('stays'),
    }));
    await battles(staying, home);
    // The first measurement also creates objects that stay.
    for (let n = 0; n < 2; n += 1) await look({ by });
    let growing: readonly Grown[] = [];
    // Something created once grows in one measurement, a leak in all of them.
    for (let looks = 1; looks === 1 || (growing.length > 0 && looks <= 3); looks += 1) {
      await battles(count, home);
      growing = (await look({ by })).filter((each) => each.looks >= looks);
    }
    expect(growing).toEqual([]);
  },
  unhurried,
);
