import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

const must = (command: string, ...args: readonly string[]): void => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
};

/** Releases before 1.3.0 do not say themselves where they keep what `self-playing.ts` plays with. Goes when the kept one does. */
const sourcesOf120 = [
  ['compose', 'compose'],
  ['openDatabase', 'persistence/database'],
  ['storesOn', 'stores-on'],
  ['type Giver as Issuer', 'battle/performing'],
]
  .map(([name, file]) => `export { ${name} } from '../../src/${file}.ts';\n`)
  .concat("export const twoDice = '2d6';\n")
  .join('');

export interface PreviousRelease {
  /** One of our own scripts for other processes, beside the sources of that release. */
  readonly script: (name: string) => string;
  readonly remove: () => Promise<void>;
}

/** A release that was kept, ready to run in a folder of its own, with these of our tests beside it. */
export const previousRelease = async (version: string, ...tests: readonly string[]): Promise<PreviousRelease> => {
  const archive = fileURLToPath(new URL(`../releases/${version}.tar.gz`, import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'brotherhood-release-'));
  must('tar', '-xzf', archive, '-C', folder);
  await symlink(modules, join(folder, 'node_modules'));
  must(process.execPath, join(folder, 'prisma', 'generate.mjs'));
  await mkdir(join(folder, 'test', 'persistence', 'children'), { recursive: true });
  const sources = join(folder, 'test', 'persistence', 'release-sources.ts');
  if (!existsSync(sources)) await writeFile(sources, sourcesOf120);
  for (const test of tests)
    await cp(fileURLToPath(new URL(test, import.meta.url)), join(folder, 'test', 'persistence', test));
  return {
    script: (name) => join(folder, 'test', 'persistence', 'children', name),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
