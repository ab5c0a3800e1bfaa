import { expect, test } from 'vitest';
import { seeds, unhurried } from '../budget.ts';
import { fights, fightToEnd } from './fights.ts';

/** `TIMES=100 npx vitest run test/systems/endings.test.ts` fights two hundred battles of each rulebook. */
test.each(Object.keys(fights))(
  '%s: a battle fought to win ends within 200 rounds, or the GM is informed',
  (system) => {
    for (const seed of seeds(2)) expect(fightToEnd(system, seed), `seed ${seed}`).toBeLessThanOrEqual(200);
  },
  unhurried,
);
