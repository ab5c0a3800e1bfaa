import { expect, test } from 'vitest';
import { hiddenPartLabel, redactParts } from '../../src/rules/event.ts';

const part = (label: string, value: number) => ({ label, value });
const sum = [part('longbow', 110), part('used in melee', -20), part('dodging', -20)];

test.each([
  { what: 'nothing depends on a hidden combatant', asIs: sum, asKnown: sum, told: sum },
  {
    what: 'a part exists only because of a hidden combatant',
    asIs: sum,
    asKnown: [part('longbow', 110), part('dodging', -20)],
    told: [part('longbow', 110), part('dodging', -20), part(hiddenPartLabel, -20)],
  },
  {
    what: 'a part is larger because of a hidden combatant',
    asIs: sum,
    asKnown: [part('longbow', 110), part('used in melee', -5), part('dodging', -20)],
    told: [part('longbow', 110), part('used in melee', -5), part('dodging', -20), part(hiddenPartLabel, -15)],
  },
  {
    what: 'a part is missing because of a hidden combatant',
    asIs: sum,
    asKnown: [...sum, part('surprised', 10)],
    told: [...sum, part('surprised', 10), part(hiddenPartLabel, -10)],
  },
])('a redacted sum keeps its total: $what', ({ asIs, asKnown, told }) => {
  const known = redactParts(
    sum,
    { asIs, asKnown },
    ({ label }) => label,
    (value) => part(hiddenPartLabel, value),
  );
  expect(known).toEqual(told);
  expect(known.reduce((all, { value }) => all + value, 0)).toBe(70);
});
