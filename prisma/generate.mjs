// Writes the database client from schema.prisma. Plain JavaScript: npm may run it on a Node that knows no TypeScript.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

if (!existsSync(new URL('../node_modules/prisma', import.meta.url))) {
  console.log('The database client is left as it is: the package prisma, which writes it, is not installed.');
  process.exit();
}
const cli = createRequire(import.meta.url).resolve('prisma/build/index.js');
const schema = fileURLToPath(new URL('schema.prisma', import.meta.url));
const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'generate', '--no-hints', '--schema', schema], {
  env: {
    ...process.env,
    // Prisma fetches a schema engine even for `generate`, which never runs it: any executable keeps it from doing so.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  },
  encoding: 'utf8',
});
if (status !== 0) {
  console.error(stdout, stderr);
  process.exit(1);
}
