// A process that wants the embedded database: says what came of it, and leaves it clean.
import { openDatabase } from '../../../src/persistence/database.ts';

try {
  const { close } = await openDatabase({ databaseUrl: undefined, dataDir: process.argv[2] });
  await close();
  console.log('opened');
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}
