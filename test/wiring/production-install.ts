import { spawnSync } from 'node:child_process';
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));
const lockSchema = z.object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) });

/** Where the packages stand that an install for production begins with. */
export const productionPlaces = (): readonly string[] =>
  Object.entries(lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))).packages).flatMap(
    ([place, { dev }]) => (place === '' || dev ? [] : [place]),
  );

/** The same file at another place; taken away at one it stays at the other. */
const alsoAt = (file: string, place: string): void => {
  try {
    linkSync(file, place);
  } catch {
    copyFileSync(file, place, constants.COPYFILE_FICLONE);
  }
};

/** A package without those that are installed within it. */
const takePackage = (from: string, to: string): void => {
  for (const each of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = join(each.parentPath, each.name).slice(from.length + 1);
    if (!each.isFile() || /(?:^|[\\/])node_modules[\\/]/.test(path)) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    alsoAt(join(from, path), join(to, path));
  }
};

/** The release as `npm ci --omit=dev` leaves it, in a folder of its own. */
export const productionInstall = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'brotherhood-install-'));
  for (const each of ['package.json', 'package-lock.json', 'assets', 'commands', 'prisma', 'src'])
    cpSync(join(root, each), join(folder, each), { recursive: true });
  // Packages for other systems are not there.
  for (const place of productionPlaces())
    if (existsSync(join(root, place))) takePackage(join(root, place), join(folder, place));
  for (const script of ['prisma/bundle.mjs', 'prisma/drop-build-tools.mjs']) {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: folder, env, encoding: 'utf8' });
    if (status !== 0 || stdout + stderr !== '') throw new Error(`${script} says ${status}: ${stdout}${stderr}`);
  }
  return folder;
};
