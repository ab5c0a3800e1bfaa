import { errorMessage } from '../../../src/core/message.ts';
import { backUpNow } from '../../../src/persistence/backup-requests.ts';
import { openDatabase } from '../../../src/persistence/database.ts';
import { restoreEmbedded } from '../../../src/persistence/restore.ts';

process.setgroups?.([]);
process.setgid?.(65534);
process.setuid?.(65534);
const [what = '', dataDir = '', file = ''] = process.argv.slice(2);

const done = {
  open: async () => {
    const { close } = await openDatabase({ databaseUrl: undefined, dataDir });
    await close();
    return 'opened';
  },
  backup: async () => (await backUpNow(dataDir, file)).file,
  restore: async () => {
    await restoreEmbedded(dataDir, file);
    return 'restored';
  },
};
const work = Object.entries(done).find(([name]) => name === what)?.[1];
console.log(await (work?.() ?? Promise.resolve(`no ${what}`)).catch(errorMessage));
