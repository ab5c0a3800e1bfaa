import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { any } from '../app/random-play.ts';
import { notHollow, seeds, someOf, unhurried } from '../budget.ts';
import { nextOrder } from './acts.ts';
import { type DiscordWorld, discordWorld } from './discord-world.ts';
import { playTwice } from './play.ts';

const orders = 10;

const played = (system: string, seed: number) => {
  const worlds: DiscordWorld[] = [];
  return playTwice(system, seed, orders, {
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

test.each(
  someOf(
    rulesets.map(({ id }) => id),
    3,
  ),
)(
  '%s on Discord: a hidden combatant changes no message until the rules reveal an effect of it',
  { timeout: unhurried },
  async (system) => {
    let [battles, compared] = [0, 0];
    for (const seed of seeds(1)) {
      const { difference, compared: read } = await played(system, seed);
      expect(difference, difference).toBeUndefined();
      battles++;
      compared += read;
    }
    // The worlds may differ at once.
    expect(compared).toBeGreaterThan(notHollow((battles - 1) * 15));
  },
);
