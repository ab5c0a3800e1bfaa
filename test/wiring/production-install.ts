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
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packageSchema = z.looseObject({ dev: z.boolean().optional(), devOptional: z.boolean().optional() });
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) });

/** The folders of production packages, without those that only create the database client. */
const productionPlaces = (): readonly string[] =>
  Object.entries(lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))).packages).flatMap(
    ([place, { dev, devOptional }]) => (place === '' || dev || devOptional ? [] : [place]),
  );

/** Links a file at another place. */
const alsoAt = (file: string, place: string): void => {
  try {
    linkSync(file, place);
  } catch {
    copyFileSync(file, place, constants.COPYFILE_FICLONE);
  }
};

/** Copies a package without the packages nested in it. */
const takePackage = (from: string, to: string): void => {
  for (const each of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = join(each.parentPath, each.name).slice(from.length + 1);
    if (!each.isFile() || /(?:^|[\\/])node_modules[\\/]/.test(path)) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    alsoAt(join(from, path), join(to, path));
  }
};

/** The release as the Docker image has it, in a folder of its own: built, then without development. */
export const productionInstall = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'brotherhood-install-'));
  for (const each of ['package.json', 'assets', 'commands', 'prisma', 'src', 'build.mjs'])
    cpSync(join(root, each), join(folder, each), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, ['build.mjs'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`build.mjs says ${status}: ${stderr}`);
  rmSync(join(folder, 'node_modules'));
  // Packages for other systems are not there.
  for (const place of productionPlaces())
    if (existsSync(join(root, place))) takePackage(join(root, place), join(folder, place));
  return folder;
};
