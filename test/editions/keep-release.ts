// npm run keep-release -- <commit>: keeps the sources of a release, against which the next one is tested at work on one database.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const commit = process.argv[2] ?? '';
if (commit === '') {
  console.error('Usage: npm run keep-release -- <commit or tag of the release>.');
  process.exit(2);
}
const archive = fileURLToPath(new URL('previous-release.tar.gz', import.meta.url));
const parts = ['src', 'commands', 'prisma', 'assets/replay', 'package.json', 'test/persistence/release-sources.ts'];
const { status } = spawnSync('git', ['archive', '--format=tar.gz', '-9', '-o', archive, commit, ...parts], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
