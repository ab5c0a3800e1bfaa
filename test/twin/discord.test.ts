import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { any } from '../app/random-play.ts';
import { nextOrder } from './acts.ts';
import { type DiscordWorld, discordWorld } from './discord-world.ts';
import { playedTwice } from './play.ts';

/** So many battles a rulebook: TWIN_BATTLES=200 for a long run, from TWIN_FIRST on. */
const battles = Number(process.env.TWIN_BATTLES ?? 2);
const first = Number(process.env.TWIN_FIRST ?? 1);
const orders = Number(process.env.TWIN_ORDERS ?? 10);

const played = (system: string, seed: number) => {
  const worlds: DiscordWorld[] = [];
  return playedTwice(system, seed, orders, {
    opened: async (now) => {
      const made = await discordWorld(now);
      worlds.push(made);
      return made;
    },
    ordered: async (t, pick) => {
      if (pick(3) > 0) return nextOrder(t, pick);
      const user = any(['ada', 'bob', 'eve'], pick) ?? 'eve';
      const pressing = any(worlds[0]?.pressable(user) ?? [], pick);
      return pressing === undefined ? nextOrder(t, pick) : { user, path: 'press', input: { ...pressing } };
    },
  });
};

test.each(rulesets.map(({ id }) => id))(
  '%s: on Discord, the same battle with somebody hidden and without: until the rules make them felt, every client is sent the same',
  { timeout: 60_000 + battles * 60_000 },
  async (system) => {
    let compared = 0;
    const felt = new Map<string, number>();
    for (let seed = first; seed < first + battles; seed++) {
      const { difference, compared: read, felt: row = 'never' } = await played(system, seed);
      expect(difference, difference).toBeUndefined();
      compared += read;
      felt.set(row, (felt.get(row) ?? 0) + 1);
    }
    if (process.env.TWIN_BATTLES !== undefined)
      console.info(`${system}: ${battles} battles, ${compared} comparisons; felt: ${JSON.stringify([...felt])}`);
    expect(compared).toBeGreaterThan(battles * 3);
  },
);
