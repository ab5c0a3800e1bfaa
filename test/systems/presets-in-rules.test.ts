import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';

/** The name in a preset's title, without the description of how it differs. */
const nameIn = (title: string): string =>
  title
    .replace(/^(?:Example: |Example |Fierce )/, '')
    .split(/[,:(]/)[0]
    ?.trim() ?? title;

test.each(rulesets)('$title: each preset is among the examples of its RULES.md', ({ id, presets }) => {
  const rules = readFileSync(`src/systems/${id}/RULES.md`, 'utf8');
  const missing = Object.values(presets).filter(
    ({ title, name = title }) => !rules.includes(name) && !rules.includes(nameIn(title)),
  );
  expect(missing.map(({ title }) => title)).toEqual([]);
});
