// npm run keep-release -- <commit>: keeps the sources of a release, against which the next one is tested at work on one database.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const commit = process.argv[2] ?? '';
if (commit === '') {
  console.error('Usage: npm run keep-release -- <commit or tag of the release>.');
  process.exit(2);
}
const shown = spawnSync('git', ['show', `${commit}:package.json`], { encoding: 'utf8' });
const { version } = z.object({ version: z.string() }).parse(JSON.parse(shown.stdout));
const archive = fileURLToPath(new URL(`../releases/${version}.tar.gz`, import.meta.url));
const parts = ['src', 'commands', 'prisma', 'assets/replay', 'package.json', 'test/persistence/release-sources.ts'];
const { status } = spawnSync('git', ['archive', '--format=tar.gz', '-9', '-o', archive, commit, ...parts], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
