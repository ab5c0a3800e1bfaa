import { problemText } from '../../../src/core/text.ts';
import { openDatabase } from '../../../src/persistence/database.ts';

process.setgroups?.([]);
process.setgid?.(65534);
process.setuid?.(65534);
const [dataDir] = process.argv.slice(2);
console.log(
  await openDatabase({ databaseUrl: undefined, dataDir }).then(
    async ({ close }) => {
      await close();
      return 'opened';
    },
    (problem: unknown) => problemText(problem),
  ),
);
