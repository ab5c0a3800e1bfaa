// Where every thread begins, with its script as an argument: plain JavaScript, so that this is compiled once for all starts, too.
import module from 'node:module';

module.enableCompileCache();
await import(process.argv[2]);
module.flushCompileCache();
