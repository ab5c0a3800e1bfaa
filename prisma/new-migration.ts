// npm run migration -- <name>: writes the SQL that leads from the written migrations to schema.prisma.
// Where there are no migrations it writes the first one, with all tables.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationsFolder } from '../src/persistence/migrate.ts';
import { missingMigration } from './missing-migration.ts';

const name = process.argv[2] ?? '';
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Usage: npm run migration -- <name>, the name in small letters, digits and underscores.');
  process.exit(2);
}
const sql = await missingMigration();
if (sql === '') {
  console.log('The migrations and schema.prisma agree; nothing was written.');
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(migrationsFolder, `${stamp}_${name}`);
  await mkdir(folder);
  await writeFile(join(folder, 'migration.sql'), sql);
  console.log(`Written: ${join(folder, 'migration.sql')}. Read it before you commit it.`);
}
// The engine cannot close the shadow database it made.
process.exit();
