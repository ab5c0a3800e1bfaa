// Runs before any TypeScript, in plain JavaScript, so that a too old Node.js can say what is wrong.
import { existsSync } from 'node:fs';

const isThere = (path) => existsSync(new URL(`../${path}`, import.meta.url));

const stop = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  // The package `node` gets its program by an install script.
  const lacksProgram = isThere('node_modules/node') && !isThere('node_modules/node/bin');
  const remedy = lacksProgram ? ', or run npm rebuild node --ignore-scripts=false' : '';
  stop(`Node.js 22.18 or newer is needed; this is ${process.versions.node}. It is at https://nodejs.org${remedy}.`);
}
if (!isThere('src/persistence/generated/client.ts'))
  stop(
    'The database client is missing, as after npm ci --ignore-scripts. Run node prisma/generate.mjs, then try again.',
  );
