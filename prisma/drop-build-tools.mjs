// After an install that leaves development out (`npm ci --omit=dev`): removes what only making the database client and the bundle
// needed, more than half of all. npm itself keeps it, since it installs what a package may be used with. Plain JavaScript: npm may
// run it on a Node that knows no TypeScript.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isProduction } from './is-production.mjs';

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const buildTools = ['prisma', 'rolldown'];
/** What compilers, editors and debuggers read; TypeScript in a package Node.js does not even run. */
const unusedAnywhere = /\.(?:map|[cm]?ts)$/;
/** The client brings its query compiler for every kind of database, in two sizes; ours is the small one of PostgreSQL. */
const unusedRuntime = /^query_compiler_(?!small_bg\.postgresql\.)/;
/** PGlite brings its extensions, and everything once more for `require`. */
const unusedOfPglite = /\.(?:tar\.gz|cjs)$/;

const drop = (folder, unused) => {
  const unneeded = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    unused.test(basename(path)),
  );
  for (const path of unneeded) if (statSync(join(folder, path)).isFile()) rmSync(join(folder, path));
};

/** Where a package finds another: beside it, or further up. */
const placeOf = (packages, from, name) => {
  for (let at = from; ; at = dirname(at) === '.' ? '' : dirname(at)) {
    const place = join(at, 'node_modules', name);
    if (place in packages) return place;
    if (at === '') return undefined;
  }
};

const wantedBy = ({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter(
    (name) => peerDependenciesMeta[name]?.optional !== true,
  );

/** The places of all packages that run. */
const running = (packages) => {
  const found = new Set();
  const open = wantedBy(packages['']).flatMap((name) => (buildTools.includes(name) ? [] : [['', name]]));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const place = placeOf(packages, ...next);
    if (place === undefined || found.has(place)) continue;
    found.add(place);
    open.push(...wantedBy(packages[place]).map((name) => [place, name]));
  }
  return found;
};

if (isProduction) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const kept = running(packages);
  for (const place of Object.keys(packages))
    if (place !== '' && ![...kept].some((each) => each === place || each.startsWith(`${place}/`)))
      rmSync(join(root, place), { recursive: true, force: true });
  const links = join(root, 'node_modules/.bin');
  for (const link of existsSync(links) ? readdirSync(links) : [])
    if (!existsSync(join(links, link))) rmSync(join(links, link));
  const modules = join(root, 'node_modules');
  drop(modules, unusedAnywhere);
  drop(join(modules, '@prisma/client/runtime'), unusedRuntime);
  for (const name of ['@electric-sql/pglite', 'pglite-postgres-17']) drop(join(modules, name, 'dist'), unusedOfPglite);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 18))
    console.log(`Installed. To run it, Node.js 22.18 or newer is needed; this is ${process.versions.node}.`);
}
