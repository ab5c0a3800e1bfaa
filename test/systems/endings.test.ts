import { expect, test } from 'vitest';
import { seeds, unhurried } from '../budget.ts';
import { fights, foughtOut } from './fights.ts';

/** `TIMES=100 npx vitest run test/systems/endings.test.ts` fights two hundred battles of each rulebook. */
test.each(Object.keys(fights))(
  '%s: whoever fights to win ends the battle within 200 rounds, or the GM is told; nobody acts or is awaited who cannot',
  (system) => {
    for (const seed of seeds(2)) expect(foughtOut(system, seed), `seed ${seed}`).toBeLessThanOrEqual(200);
  },
  unhurried,
);
