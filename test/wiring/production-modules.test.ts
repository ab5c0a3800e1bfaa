import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { productionPlaces } from './production-install.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const script = join(root, 'prisma/drop-build-tools.mjs');

const pglites = ['@electric-sql/pglite', 'pglite-postgres-17'];
/** The first four are all that `import` of it reads. */
const pgliteFiles = [
  'index.js',
  'pglite.js',
  'pglite.wasm',
  'pglite.data',
  'index.cjs',
  'index.js.map',
  'hstore.tar.gz',
];

/** What no program reads that runs. */
const neverRun = ['index.d.ts', 'index.d.mts', 'index.ts', 'index.js.map'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brotherhood-modules-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What npm leaves of the lock file in a folder: a file for each package, and all kinds of query compiler. */
const installed = (): readonly string[] => {
  copyFileSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
  const places = productionPlaces();
  for (const place of places) {
    mkdirSync(join(folder, place), { recursive: true });
    writeFileSync(join(folder, place, 'package.json'), '{}');
    for (const file of neverRun) writeFileSync(join(folder, place, file), '');
  }
  const runtime = join(folder, 'node_modules/@prisma/client/runtime');
  mkdirSync(runtime);
  for (const file of readdirSync(join(root, 'node_modules/@prisma/client/runtime')))
    writeFileSync(join(runtime, file), '');
  for (const name of pglites) {
    mkdirSync(join(folder, 'node_modules', name, 'dist'));
    for (const file of pgliteFiles) writeFileSync(join(folder, 'node_modules', name, 'dist', file), '');
  }
  return places;
};

const run = (env: NodeJS.ProcessEnv) => {
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
};

const left = (places: readonly string[]) => places.filter((place) => existsSync(join(folder, place, 'package.json')));

test('an install with development keeps everything', () => {
  const places = installed();
  run({});
  expect(left(places)).toEqual(places);
  for (const file of neverRun) for (const place of places) expect(existsSync(join(folder, place, file))).toBe(true);
});

test.each([{ npm_config_omit: 'dev' }, { npm_config_omit: 'optional dev' }, { NODE_ENV: 'production' }])(
  'an install for production keeps what the sources import, and what that needs: %o',
  (env) => {
    const places = installed();
    run(env);
    const kept = left(places);
    expect(kept.length).toBeLessThan(places.length / 2);
    for (const tool of ['prisma', 'typescript', 'effect']) expect(kept).not.toContain(`node_modules/${tool}`);
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const imported = new Set(
      sources.flatMap((file) =>
        [
          ...readFileSync(join(root, 'src', file), 'utf8').matchAll(/(?: from |import\()'([@\w][\w@/.-]*)'\)?/g),
        ].flatMap(([, name = '']) => (isBuiltin(name) ? [] : [/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name])),
      ),
    );
    expect(imported.size).toBeGreaterThan(10);
    for (const name of imported) expect(kept).toContain(`node_modules/${name}`);
    for (const name of pglites)
      expect(readdirSync(join(folder, 'node_modules', name, 'dist')).toSorted()).toEqual(
        pgliteFiles.slice(0, 4).toSorted(),
      );
    const files = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => neverRun.includes(basename(file)))).toEqual([]);
    // The client finds its query compiler by its file's name.
    const runtime = join(folder, 'node_modules/@prisma/client/runtime');
    const client = readFileSync(join(root, 'src/persistence/generated/internal/class.ts'), 'utf8');
    const compilers = [...client.matchAll(/@prisma\/client\/runtime\/([\w.-]+)/g)].map(([, file = '']) => file);
    expect(compilers.length).toBeGreaterThan(1);
    for (const file of compilers)
      expect(readdirSync(runtime).filter((each) => each.startsWith(file.replace(/\.m?js$/, '')))).not.toEqual([]);
  },
);
