import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const own = new URL('real-postgres.ts', import.meta.url);

const run = (...after: readonly string[]) => {
  const script = [
    `const { realPostgres } = await import('${own}')`,
    'const { end } = await realPostgres()',
    ...after,
  ].join('; ');
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  return { status, stderr };
};

test('a process that began a server and failed says so at its end', () => {
  expect(run('process.exitCode = 3', 'await end()')).toEqual({ status: 3, stderr: '' });
});

test('a process that began a server and leaves at once does so without an error', () => {
  expect(run('await end()', 'process.exit()')).toEqual({ status: 0, stderr: '' });
  expect(run('process.exitCode = 3', 'await end()', 'process.exit()')).toEqual({ status: 3, stderr: '' });
});
