/** Writes the address of each file that a process loads into the file MODULE_LIST. For `--import`. */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { MODULE_LIST = '' } = process.env;
registerHooks({
  load: (url, context, next) => {
    appendFileSync(MODULE_LIST, `${url}\n`);
    return next(url, context);
  },
});
