// `npm start`: plain JavaScript, so that a Node.js which knows no TypeScript says so in one sentence.
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 18)) {
  // `--max-semi-space-size` is for this thread and taken: left standing, it would overrule what each thread beside it is given.
  setFlagsFromString('--max-semi-space-size=0');
  // What is imported from here on is compiled once for all starts; a later one does without what strips the types, too, which takes 20 MB.
  module.enableCompileCache();
  await import('./main.ts');
} else {
  console.error(`Node.js 22.18 or newer is needed; this is ${process.versions.node}. It is at https://nodejs.org.`);
  process.exitCode = 1;
}
