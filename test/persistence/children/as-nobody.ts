import { errorMessage } from '../../../src/core/text.ts';
import { backupEmbedded } from '../../../src/persistence/backup-now.ts';
import { openDatabase } from '../../../src/persistence/database.ts';
import { restoreEmbedded } from '../../../src/persistence/restore-embedded.ts';

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
  backup: async () => (await backupEmbedded(dataDir, { file, at: 5 })).file,
  restore: async () => {
    const restored = await restoreEmbedded(dataDir, { file, replace: false, at: 5 });
    return restored.ok ? 'restored' : restored.error;
  },
};
const work = Object.entries(done).find(([name]) => name === what)?.[1];
console.log(await (work?.() ?? Promise.resolve(`no ${what}`)).catch(errorMessage));
