import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandsFor } from '../../commands/index.ts';
import { manual } from '../../src/app/commands/manual.ts';
import { rulesets } from '../../src/systems/index.ts';

test('docs/manual.md is what npm run manual writes', () => {
  const written = readFileSync(new URL('../../docs/manual.md', import.meta.url), 'utf8');
  expect(written === manual(commandsFor(rulesets)), 'Run npm run manual and commit docs/manual.md.').toBe(true);
});
