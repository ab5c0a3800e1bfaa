import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { casesOf } from './worked-cases.ts';

test('conformance --update rewrites expectations, shows the diff and keeps invalid lines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cases-'));
  try {
    const worked = casesOf('segment').find(({ expect }) => Array.isArray(expect.need));
    if (worked === undefined) throw new Error('No case expects a need.');
    const right = JSON.stringify(worked);
    const need = [1, ...(worked.expect.need as readonly unknown[]).slice(1)];
    const wrong = JSON.stringify({ ...worked, expect: { ...worked.expect, need } });
    const dice = JSON.stringify({ ...worked, dice: [...worked.dice, 1] });
    const file = join(folder, 'cases.jsonl');
    writeFileSync(file, `${[right, wrong, dice, '{broken'].join('\n')}\n`);
    const update = spawnSync(process.execPath, ['test/conformance/run.ts', 'segment', file, '--update']);
    expect(update.stdout.toString()).toContain(
      `need.0: expected 1, got ${(worked.expect.need as readonly unknown[])[0]}`,
    );
    expect(update.stdout.toString()).toContain('2 passed, 2 failed');
    expect(update.status).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe(`${[right, right, dice, '{broken'].join('\n')}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
