// `npm start`. Plain JavaScript, so that it can be compiled once for all starts.
import './check-install.js';
import { readdirSync, statSync } from 'node:fs';
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';

/** When a file was last changed, in milliseconds; 0 where there is none. */
const changed = (file) => statSync(new URL(`../${file}`, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const filesIn = (folder) =>
  readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name}`,
  );

/** True if `npm run build` wrote the program, and nothing that it was made of was changed since. */
const isBuilt = () => {
  const made = changed('dist/main.js');
  return (
    made > 0 && ['package-lock.json', ...filesIn('src'), ...filesIn('commands')].every((file) => changed(file) <= made)
  );
};

// `--max-semi-space-size` is for this thread and taken: left standing, it would overrule what each thread beside it is given.
setFlagsFromString('--max-semi-space-size=0');
// What was once made to stay would be made in the old space from then on wherever it is made: garbage that only a collection of everything finds.
setFlagsFromString('--no-allocation-site-pretenuring');
// What is imported from here on is compiled once for all starts; a later one does without what strips the types, too, which takes 20 MB.
module.enableCompileCache();
await (isBuilt() ? import('../dist/main.js') : import('./main.ts'));
