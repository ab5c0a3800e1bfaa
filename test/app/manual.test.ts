import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildCommands } from '../../commands/index.ts';
import { formatManual } from '../../src/app/verbs/manual.ts';
import { rulesets } from '../../src/systems/index.ts';

test('docs/manual.md is what npm run manual writes', () => {
  const written = readFileSync(new URL('../../docs/manual.md', import.meta.url), 'utf8');
  expect(
    written === formatManual(buildCommands(rulesets), rulesets),
    'Run npm run manual and commit docs/manual.md.',
  ).toBe(true);
});

test('the manual lists every command once, and common options only once', () => {
  const written = formatManual(buildCommands(rulesets), rulesets);
  const entries = new Set([...written.matchAll(/^### (\/.*)$/gm)].map(([, name]) => name));
  const missing = buildCommands(rulesets).filter(
    ({ path, hidden }) => hidden !== true && !entries.has(`/${path.join(' ')}`),
  );
  expect(missing.map(({ path }) => path.join(' '))).toEqual([]);
  for (const { title } of rulesets) expect(written).toContain(`## ${title}: players`);
  const rows = [...written.matchAll(/^\| `as` .*$/gm)].map(([row]) => row);
  expect(rows.filter((row) => row.includes('Who acts, if you control several combatants'))).toHaveLength(1);
});
