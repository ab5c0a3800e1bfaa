import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Limits that may only fall. */
const maxFiles = 89;
const maxFramesToChapter = 20;

test('an attack enters few files and stack frames, and computes no tactics', async () => {
  const script = fileURLToPath(new URL('./attack-path.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  const [, files, frames] = /^(\d+) files, .* (\d+) to the chapter$/m.exec(stdout) ?? [];
  expect(Number(files), stdout).toBeLessThanOrEqual(maxFiles);
  expect(Number(frames), stdout).toBeLessThanOrEqual(maxFramesToChapter);
  expect(stdout).not.toContain('src/systems/skure/plans/plans.ts');
});
