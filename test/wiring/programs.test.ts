import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { someOf } from '../budget.ts';

const root = join(import.meta.dirname, '../..');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** Pretends to be an older Node.js. */
const older = (version: string): string =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;

const run = (cwd: string, args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env: {}, input, encoding: 'utf8' });
  return [status, stdout, stderr];
};

const programs = Object.entries(scripts).filter(([, command]) => / src\//.test(command));

test.each(someOf(programs, 2))('npm run %s says in one sentence that Node.js is too old', (_, command) => {
  const [node, ...args] = command.split(' ');
  expect(node).toBe('node');
  for (const version of ['20.20.2', '22.17.1'])
    expect(run(root, ['--import', older(version), ...args])).toEqual([
      1,
      '',
      `Node.js 22.18 or newer is needed; this is ${version}. It is at https://nodejs.org.\n`,
    ]);
});

/** The release as `npm ci --ignore-scripts` leaves it, in a folder of its own. */
let folder: string;
const copied = ['package.json', 'vitest.config.ts', 'test/serve-shared.ts', 'test/shared.ts', 'test/steady.ts'];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brotherhood-scriptless-'));
  for (const each of ['assets', 'commands', 'prisma', 'src', ...copied]) {
    const filter = (path: string) => !path.endsWith(join('persistence', 'generated'));
    mkdirSync(dirname(join(folder, each)), { recursive: true });
    cpSync(join(root, each), join(folder, each), { recursive: true, filter });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'test', 'any.test.ts'), "import { test } from 'vitest';\ntest('runs', () => {});\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const sentence =
  'The database client is missing, as after npm ci --ignore-scripts. Run node prisma/generate.mjs, then try again.\n';

test.each(someOf(programs, 2))('after an install without scripts npm run %s says what to run', (_, command) => {
  expect(run(folder, command.split(' ').slice(1))).toEqual([1, '', sentence]);
});

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot'];

test('after an install without scripts the tests say what to run', () => {
  const [status, , stderr] = run(folder, vitest);
  expect([status, stderr]).toEqual([1, sentence]);
});

test('without scripts and without a Node.js program, the install check says how to get it', () => {
  const own = mkdtempSync(join(tmpdir(), 'brotherhood-nodeless-'));
  for (const each of ['src', 'node_modules/node']) mkdirSync(join(own, each), { recursive: true });
  cpSync(join(root, 'src/check-install.js'), join(own, 'src/check-install.js'));
  expect(run(own, ['--import', older('20.20.2'), 'src/check-install.js'])).toEqual([
    1,
    '',
    'Node.js 22.18 or newer is needed; this is 20.20.2. It is at https://nodejs.org, or run npm rebuild node --ignore-scripts=false.\n',
  ]);
  rmSync(own, { recursive: true });
});

test('the suggested command makes the program and the tests start', () => {
  expect(run(folder, ['prisma/generate.mjs'])).toEqual([0, '', '']);
  const [status, stdout, stderr] = run(folder, ['src/start.js', '--memory'], '/help\n');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('/battle create');
  expect(run(folder, vitest)[0]).toBe(0);
});
