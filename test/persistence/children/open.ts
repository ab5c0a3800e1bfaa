// A process that opens the embedded database, prints the result, and closes it.
import { openDatabase } from '../../../src/persistence/database.ts';

try {
  const { close } = await openDatabase({ databaseUrl: undefined, dataDir: process.argv[2] });
  await close();
  console.log('opened');
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}
