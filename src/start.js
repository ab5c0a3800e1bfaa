// Run by `npm start`. It is plain JavaScript, so that Node.js can cache its compiled form.
import './check-install.js';
import { readdirSync, statSync } from 'node:fs';
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';

/** When a file was last changed (milliseconds since 1970). 0 if it does not exist. */
const changed = (file) => statSync(new URL(`../${file}`, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const filesIn = (folder) =>
  readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name}`,
  );

/** True if `npm run build` wrote the program and no source file has changed since. */
const isBuilt = () => {
  const made = changed('dist/main.js');
  return (
    made > 0 && ['package-lock.json', ...filesIn('src'), ...filesIn('commands')].every((file) => changed(file) <= made)
  );
};

// This flag affects only the main thread and must be reset, or it would overrule the limits of worker threads.
setFlagsFromString('--max-semi-space-size=0');
// Otherwise V8 allocates short-lived objects in the old space, where only a full collection frees them.
setFlagsFromString('--no-allocation-site-pretenuring');
// Caches compiled modules for later starts, which saves 20 MB for stripping types.
module.enableCompileCache();
await (isBuilt() ? import('../dist/main.js') : import('./main.ts'));
