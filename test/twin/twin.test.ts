import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { playTwice } from './play.ts';
import { rows } from './reveals.ts';

const orders = 30;

/** Maximum number of comparisons for each order: three users read it, and each sends a query after every second one. */
const mostAnOrder = 4.5;
/** Minimum share of the possible comparisons. Battles of Sword World end or differ soonest. */
const leastShare: Readonly<Record<string, number | undefined>> = { 'sword-world': 0.25, segment: 0.4 };

test('docs/fairness.md lists each moment at which the rules reveal a hidden combatant', () => {
  const told = readFileSync(new URL('../../docs/fairness.md', import.meta.url), 'utf8');
  const listed = [...told.matchAll(/^\| \*([^|*]+)\* \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(rows.map(({ row }) => row).toSorted());
});

test.each(rulesets.map(({ id }) => id))(
  '%s: a hidden combatant changes no message until the rules reveal an effect of it',
  { timeout: unhurried },
  async (system) => {
    let [battles, compared] = [0, 0];
    for (const seed of seeds(2)) {
      const played = await playTwice(system, seed, orders);
      expect(played.difference, played.difference).toBeUndefined();
      battles++;
      compared += played.compared;
    }
    // One or two battles may end or differ at once.
    expect(compared).toBeGreaterThan(notHollow((battles - 2) * orders * mostAnOrder * (leastShare[system] ?? 0.6)));
  },
);

test.each(rulesets.map(({ id }) => id))(
  '%s: a hidden combatant added in round 2 changes no message until the rules reveal an effect of it',
  { timeout: unhurried },
  async (system) => {
    let compared = 0;
    for (const seed of seeds(1)) {
      const played = await playTwice(system, seed, 60, { later: true });
      expect(played.difference, played.difference).toBeUndefined();
      compared += played.compared;
    }
    // Battles of two rounds may end or differ soon.
    expect(compared).toBeGreaterThan(notHollow(10));
  },
);
