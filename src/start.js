// `npm start`: plain JavaScript, so that a Node.js which knows no TypeScript says so in one sentence.
import { statSync } from 'node:fs';
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';

/** When a file of the release was last changed, in milliseconds; nothing where there is none. */
const changed = (file) => statSync(new URL(`../${file}`, import.meta.url), { throwIfNoEntry: false })?.mtimeMs;

/** What an install for production makes of the sources (`prisma/bundle.mjs`), unless another release was taken since. */
const isBundled = () => {
  const made = changed('dist/main.js');
  return made !== undefined && ['package.json', '.git/logs/HEAD'].every((file) => !(changed(file) > made));
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 18)) {
  // `--max-semi-space-size` is for this thread and taken: left standing, it would overrule what each thread beside it is given.
  setFlagsFromString('--max-semi-space-size=0');
  // What is imported from here on is compiled once for all starts; a later one does without what strips the types, too, which takes 20 MB.
  module.enableCompileCache();
  await (isBundled() ? import('../dist/main.js') : import('./main.ts'));
} else {
  console.error(`Node.js 22.18 or newer is needed; this is ${process.versions.node}. It is at https://nodejs.org.`);
  process.exitCode = 1;
}
