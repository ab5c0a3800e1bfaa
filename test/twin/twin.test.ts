import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { rows } from './felt.ts';
import { playedTwice } from './play.ts';

/** So many battles a rulebook: TWIN_BATTLES=2000 for a long run, from TWIN_FIRST on. */
const battles = Number(process.env.TWIN_BATTLES ?? 3);
const first = Number(process.env.TWIN_FIRST ?? 1);
const orders = Number(process.env.TWIN_ORDERS ?? 30);

/** Three readers hear of every order, and each asks for something after every other. */
const mostAnOrder = 4.5;
/** Which part of all that could be compared is at least; battles of Sword World are soonest over, or part soonest. */
const leastShare: Readonly<Record<string, number | undefined>> = { 'sword-world': 0.25, segment: 0.4 };

test('each moment at which the rules make the hidden one felt stands in docs/fairness.md', () => {
  const told = readFileSync(new URL('../../docs/fairness.md', import.meta.url), 'utf8');
  const listed = [...told.matchAll(/^\| \*([^|*]+)\* \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(rows.map(({ row }) => row).toSorted());
});

test.each(rulesets.map(({ id }) => id))(
  '%s: the same battle with somebody hidden and without: until the rules make them felt, everybody else is sent the same',
  { timeout: 20_000 + battles * 20_000 },
  async (system) => {
    let compared = 0;
    const felt = new Map<string, number>();
    for (let seed = first; seed < first + battles; seed++) {
      const played = await playedTwice(system, seed, orders);
      expect(played.difference, played.difference).toBeUndefined();
      compared += played.compared;
      const end = played.felt ?? 'never';
      felt.set(end, (felt.get(end) ?? 0) + 1);
    }
    if (process.env.TWIN_BATTLES !== undefined)
      console.info(
        `${system}: ${battles} battles, ${compared} comparisons (${Math.round((100 * compared) / (battles * orders * mostAnOrder))} % of all); felt: ${JSON.stringify([...felt])}`,
      );
    expect(compared / (battles * orders * mostAnOrder)).toBeGreaterThan(leastShare[system] ?? 0.6);
  },
);
