// Starts every worker thread; its argument is the thread's script. It is plain JavaScript, so that Node.js can cache
// its compiled form.
import module from 'node:module';

module.enableCompileCache();
await import(process.argv[2]);
module.flushCompileCache();
