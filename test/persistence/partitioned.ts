import pg from 'pg';
import { z } from 'zod';
import { openDatabase } from '../../src/persistence/database.ts';

/** The first column of every key: the server, or the user for personal data. */
const partitionKeys = ['guild', 'user_id'] as const;
const partitionCount = 4;

const tableRows = z.array(z.object({ name: z.string(), columns: z.array(z.string()) }));
const definitionRows = z.array(z.object({ name: z.string(), definition: z.string() }));

/** The definition of a table's index or constraint, for the table that replaces it. */
const forTheNew = (definition: string, table: string): string => definition.replace(` ON ${table} `, ` ON "${table}" `);

/**
 * Partitions every table of an empty database by its server or person, and returns the tables.
 * PostgreSQL refuses a unique key that lacks this column.
 */
export const partitioned = async (url: string): Promise<readonly string[]> => {
  await (await openDatabase({ databaseUrl: url, dataDir: undefined })).close();
  const client = new pg.Client(url);
  await client.connect();
  const ask = async <Row>(schema: z.ZodType<Row>, sql: string): Promise<Row> =>
    schema.parse((await client.query(sql)).rows);
  try {
    const tables = await ask(
      tableRows,
      `SELECT c.relname::text AS name, array_agg(a.attname::text) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
       GROUP BY c.relname ORDER BY c.relname`,
    );
    const foreign = await ask(
      definitionRows,
      `SELECT conrelid::regclass::text AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conname`,
    );
    for (const { name } of tables) {
      const indexes = await ask(
        definitionRows,
        `SELECT indexname::text AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = 'public' AND tablename = '${name}'`,
      );
      const serials = await ask(
        z.array(z.object({ name: z.string() })),
        `SELECT s.relname::text AS name FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype = 'a'
         WHERE s.relkind = 'S' AND d.refobjid = '"${name}"'::regclass`,
      );
      for (const serial of serials) await client.query(`ALTER SEQUENCE "${serial.name}" OWNED BY NONE`);
      const key = partitionKeys.find((each) =>
        tables.some((table) => table.name === name && table.columns.includes(each)),
      );
      if (key === undefined) throw new Error(`${name} has neither server nor person.`);
      await client.query(`ALTER TABLE "${name}" RENAME TO "plain_${name}"`);
      await client.query(
        `CREATE TABLE "${name}" (LIKE "plain_${name}" INCLUDING DEFAULTS INCLUDING GENERATED) PARTITION BY HASH ("${key}")`,
      );
      await client.query(`DROP TABLE "plain_${name}" CASCADE`);
      for (let n = 0; n < partitionCount; n++)
        await client.query(
          `CREATE TABLE "${name}_${n}" PARTITION OF "${name}" FOR VALUES WITH (MODULUS ${partitionCount}, REMAINDER ${n})`,
        );
      for (const { definition } of indexes)
        await client.query(forTheNew(definition.replace(`public.${name}`, name), name));
    }
    for (const { name, definition } of foreign) await client.query(`ALTER TABLE ${name} ADD ${definition}`);
    return tables.map(({ name }) => name);
  } finally {
    await client.end();
  }
};
