import type { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';
import type { Database } from '../../src/persistence/database.ts';
import { applyMigrations, type MigrationTarget, migrationNames } from '../../src/persistence/migrate.ts';

/** What asks a database: PGlite, a connection of `pg`, or a transaction of either: then all of it on one connection. */
export type SqlRunner = (sql: string, params: unknown[]) => Promise<{ readonly rows: Record<string, unknown>[] }>;

/** An opened database that rows are read from. */
export type ReadableDatabase =
  | { readonly kind: 'embedded'; readonly pglite: Pick<PGlite, 'query' | 'transaction'> }
  | Extract<Database['under'], { kind: 'postgres' }>;

/** All that can be read; the first had no closing line. */
export const backupRowsFormats = ['brotherhood-master/rows@1', 'brotherhood-master/rows@2'] as const;
const rowsFormat = backupRowsFormats[1];

const headerSchema = z.strictObject({
  format: z.enum(backupRowsFormats),
  /** Of the program that wrote it. */
  release: z.string(),
  /** The migrations that had been applied, in their order. */
  migrations: z.array(z.string()),
  /** Milliseconds since 1970. */
  at: z.int(),
});
export type RowsHeader = z.output<typeof headerSchema>;

/** A row, each column as Postgres writes it as text. */
const rowSchema = z.strictObject({ table: z.string(), row: z.record(z.string(), z.string().nullable()) });
export type SavedRow = z.output<typeof rowSchema>;

/** A job that waits, with all that is needed to insert it into its queue again. */
const jobSchema = z.strictObject({
  id: z.string(),
  queue: z.string(),
  /** JSON as text. */
  data: z.string().exactOptional(),
  /** In ISO 8601. */
  startAfter: z.string(),
  priority: z.int(),
  retryLimit: z.int(),
  retryDelay: z.int(),
  retryBackoff: z.boolean(),
  retryDelayMax: z.int().exactOptional(),
  expireInSeconds: z.int(),
  deleteAfterSeconds: z.int(),
  retentionSeconds: z.int(),
  singletonKey: z.string().exactOptional(),
});
export type SavedJob = z.output<typeof jobSchema>;

/** The closing line: how many there were. */
const endSchema = z.strictObject({ end: z.strictObject({ rows: z.int(), jobs: z.int() }) });
export type RowsCount = z.output<typeof endSchema>['end'];

/** The lines of a dump after its header: a row or a waiting job each, and the end. */
const lineSchema = z.union([rowSchema, z.strictObject({ job: jobSchema }), endSchema]);

/** The parameters of `boss.insert(job.queue, [insertable(job)])`. */
export const toInsertableJob = ({ queue: _, data, ...job }: SavedJob) => ({
  ...job,
  ...(data !== undefined && { data: z.looseObject({}).parse(JSON.parse(data)) }),
});

interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly key: readonly string[];
  /** The tables its foreign keys point to. */
  readonly needs: readonly string[];
}

const columnRows = z.array(z.object({ table: z.string(), name: z.string(), type: z.string() }));
const keyRows = z.array(z.object({ table: z.string(), name: z.string() }));
const needRows = z.array(z.object({ table: z.string(), needs: z.string() }));

/** Where the migrations are recorded: the search path may begin with a schema that is not ours. */
const ours = `ns.oid = (SELECT m.relnamespace FROM pg_class m WHERE m.oid = to_regclass('_prisma_migrations')) AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')`;

/** Our tables, every one after those it points to. */
const tablesOf = async (query: SqlRunner): Promise<readonly Table[]> => {
  const columns = await query(
    `SELECT c.relname::text AS "table", a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type
     FROM pg_class c JOIN pg_namespace ns ON ns.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE ${ours} AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum`,
    [],
  );
  const keys = await query(
    `SELECT c.relname::text AS "table", a.attname::text AS name
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace ns ON ns.oid = c.relnamespace,
          unnest(i.indkey::int2[]) WITH ORDINALITY AS part (attnum, at)
          JOIN pg_attribute a ON a.attnum = part.attnum
     WHERE ${ours} AND i.indisprimary AND a.attrelid = c.oid ORDER BY c.relname, part.at`,
    [],
  );
  const needs = await query(
    `SELECT DISTINCT c.relname::text AS "table", other.relname::text AS needs
     FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_namespace ns ON ns.oid = c.relnamespace
          JOIN pg_class other ON other.oid = f.confrelid
     WHERE ${ours} AND f.contype = 'f' AND other.oid <> c.oid`,
    [],
  );
  const [allColumns, allKeys, allNeeds] = [
    columnRows.parse(columns.rows),
    keyRows.parse(keys.rows),
    needRows.parse(needs.rows),
  ];
  const of = <Row extends { readonly table: string }>(rows: readonly Row[], name: string) =>
    rows.filter(({ table }) => table === name);
  const tables = [...new Set(allColumns.map(({ table }) => table))].toSorted().map(
    (name): Table => ({
      name,
      columns: of(allColumns, name),
      key: of(allKeys, name).map((column) => column.name),
      needs: of(allNeeds, name).map((each) => each.needs),
    }),
  );
  const sorted: Table[] = [];
  while (sorted.length < tables.length) {
    const next = tables.find(
      (table) => !sorted.includes(table) && table.needs.every((name) => sorted.some((each) => each.name === name)),
    );
    if (next === undefined) throw new Error('The foreign keys of the tables go round in a circle.');
    sorted.push(next);
  }
  return sorted;
};

/** What is still to be said belongs to the moment, and has the tokens of interactions: no backup holds it. */
const isBackedUp = (table: string): boolean => table !== 'outbox';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** How many rows are in memory at once. */
const batch = 100;

/** The rows of a query a batch at a time, so that a table of any size can be read. */
async function* rowsOf(query: SqlRunner, select: string): AsyncGenerator<Record<string, unknown>> {
  await query(`DECLARE reading NO SCROLL CURSOR FOR ${select}`, []);
  for (;;) {
    const { rows } = await query(`FETCH ${batch} FROM reading`, []);
    yield* rows;
    if (rows.length < batch) break;
  }
  await query('CLOSE reading', []);
}

const savedRow = z.record(z.string(), z.string().nullable());

/** Jobs that are not done; one in hand counts as waiting, for nobody knows whether it will be. */
const fromWaitingJobs = `FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND name NOT LIKE '\\_\\_pgboss\\_\\_%'`;
const waitingJobs = `
  SELECT id::text AS id, name AS queue, data::text AS data, priority, retry_limit AS "retryLimit",
         to_char(start_after AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startAfter",
         retry_delay AS "retryDelay", retry_backoff AS "retryBackoff", retry_delay_max AS "retryDelayMax",
         expire_seconds AS "expireInSeconds", deletion_seconds AS "deleteAfterSeconds",
         greatest(1, extract(epoch FROM keep_until - start_after))::int AS "retentionSeconds",
         singleton_key AS "singletonKey"
  ${fromWaitingJobs}
  ORDER BY start_after, id`;

const withoutNulls = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

const isThere = async (query: SqlRunner, table: string): Promise<boolean> => {
  const { rows } = await query('SELECT 1 AS there WHERE to_regclass($1::text) IS NOT NULL', [table]);
  return rows.length > 0;
};

/**
 * Everything we keep, as lines of JSON: a header, every row of our tables as text in an order in which they can be inserted,
 * the jobs that wait, and how many there were. To be read inside one transaction, or the lines need not agree with each other:
 * see `inSnapshot`. `holds` says which tables, where it is not for a backup.
 */
export async function* dumpRows(
  query: SqlRunner,
  { release, at }: Pick<RowsHeader, 'release' | 'at'>,
  holds: (table: string) => boolean = isBackedUp,
) {
  const { rows: applied } = await query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1', []);
  const migrations = z
    .array(z.object({ name: z.string() }))
    .parse(applied)
    .map(({ name }) => name);
  yield JSON.stringify({ format: rowsFormat, release, migrations, at } satisfies RowsHeader);
  let [rows, jobs] = [0, 0];
  for (const { name, columns, key } of await tablesOf(query)) {
    if (!holds(name)) continue;
    const texts = columns.map((column) => `${quoted(column.name)}::text AS ${quoted(column.name)}`).join(', ');
    const order =
      key.length === 0 ? '' : ` ORDER BY ${key.map((each) => `${quoted(name)}.${quoted(each)}`).join(', ')}`;
    for await (const row of rowsOf(query, `SELECT ${texts} FROM ${quoted(name)}${order}`)) {
      yield JSON.stringify({ table: name, row: savedRow.parse(row) } satisfies SavedRow);
      rows += 1;
    }
  }
  if (await isThere(query, 'pgboss.job'))
    for await (const job of rowsOf(query, waitingJobs)) {
      yield JSON.stringify({ job: jobSchema.parse(withoutNulls(job)) });
      jobs += 1;
    }
  yield JSON.stringify({ end: { rows, jobs } } satisfies z.output<typeof endSchema>);
}

/** Does all of it or nothing, on one connection of an opened database. */
export const runInSqlTransaction = async <T>(
  under: ReadableDatabase,
  work: (query: SqlRunner) => Promise<T>,
): Promise<T> => {
  if (under.kind === 'embedded') return under.pglite.transaction((tx) => work((sql, params) => tx.query(sql, params)));
  const client = await under.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work((sql, params) => client.query(sql, params));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((problem: Error) => {
      broken = problem;
    });
    throw error;
  } finally {
    client.release(broken);
  }
};

/** Reads the database as it is at this moment, however long that takes and whatever is written meanwhile. */
export const runInSnapshot = <T>(under: ReadableDatabase, read: (query: SqlRunner) => Promise<T>): Promise<T> =>
  runInSqlTransaction(under, async (query) => {
    await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY', []);
    return read(query);
  });

/** Reads a whole dump, a line at a time. Throws where a line is none of ours, or where they end too early. */
export const readRows = async (
  lines: Iterable<string> | AsyncIterable<string>,
  onRow: (row: SavedRow) => Promise<void> = async () => {},
  onJob: (job: SavedJob) => void = () => {},
): Promise<RowsCount & { readonly header: RowsHeader }> => {
  let header: RowsHeader | undefined;
  let end: RowsCount | undefined;
  let [rows, jobs] = [0, 0];
  for await (const line of lines) {
    if (line.trim() === '') continue;
    if (end !== undefined) throw new Error('There are lines behind the closing line.');
    if (header === undefined) {
      header = headerSchema.parse(JSON.parse(line));
      continue;
    }
    const parsed = lineSchema.parse(JSON.parse(line));
    if ('end' in parsed) end = parsed.end;
    else if ('job' in parsed) {
      onJob(parsed.job);
      jobs += 1;
    } else {
      await onRow(parsed);
      rows += 1;
    }
  }
  if (header === undefined) throw new Error('There is nothing to restore: the first line is missing.');
  if (header.format !== backupRowsFormats[0]) {
    if (end === undefined) throw new Error('The closing line is missing.');
    if (end.rows !== rows || end.jobs !== jobs) throw new Error('Lines are missing.');
  }
  return { header, rows, jobs };
};

/** Inserts rows of one table, each value cast from the text it was kept as. */
const inserting = async (query: SqlRunner, table: Table, rows: readonly SavedRow[]): Promise<void> => {
  const names = Object.keys(rows[0]?.row ?? {});
  const types = names.map((name) => table.columns.find((column) => column.name === name)?.type);
  const strange = names.find((_, at) => types[at] === undefined);
  if (strange !== undefined) throw new Error(`The table ${table.name} has no column ${strange}.`);
  const values = rows.map(
    (_, row) => `(${types.map((type, at) => `$${row * names.length + at + 1}::text::${type}`).join(', ')})`,
  );
  await query(
    `INSERT INTO ${quoted(table.name)} (${names.map(quoted).join(', ')}) VALUES ${values.join(', ')}`,
    rows.flatMap(({ row }) => names.map((name) => row[name])),
  );
};

const sequenceRows = z.array(z.object({ sequence: z.string().nullable() }));

/** Numbers that count by themselves go on behind the last one that was inserted. */
const countedOn = async (query: SqlRunner, { name, columns }: Table): Promise<void> => {
  for (const column of columns) {
    const { rows } = await query('SELECT pg_get_serial_sequence($1::text, $2::text) AS sequence', [
      quoted(name),
      column.name,
    ]);
    const [found] = sequenceRows.parse(rows);
    if (found?.sequence)
      await query(
        `SELECT setval($1::text::regclass, max(${quoted(column.name)})) FROM ${quoted(name)} HAVING count(*) > 0`,
        [found.sequence],
      );
  }
};

/** How many rows go in one statement, where they are of one table and have the same columns. */
const together = 50;

const joins = (waiting: readonly SavedRow[], { table, row }: SavedRow): boolean => {
  const [first] = waiting;
  return (
    first === undefined ||
    (waiting.length < together &&
      first.table === table &&
      Object.keys(first.row).join('\n') === Object.keys(row).join('\n'))
  );
};

/**
 * Inserts what was dumped into tables that are there and have none of it. Gives back the header, and the jobs for whoever has
 * the queues. All of it goes in if it runs inside a transaction, or none. `onStranger` hears of tables that are not there, whose
 * rows are left out; without it such a row throws.
 */
export const restoreRows = async (
  query: SqlRunner,
  lines: Iterable<string> | AsyncIterable<string>,
  onStranger?: (table: string) => void,
): Promise<{ readonly header: RowsHeader; readonly rows: number; readonly jobs: readonly SavedJob[] }> => {
  const tables = new Map((await tablesOf(query)).map((table) => [table.name, table]));
  const called = (name: string): Table => {
    const table = tables.get(name);
    if (table === undefined) throw new Error(`The database has no table ${name}.`);
    return table;
  };
  let waiting: SavedRow[] = [];
  const filled = new Set<string>();
  const jobs: SavedJob[] = [];
  const insert = async (): Promise<void> => {
    const [first] = waiting;
    if (first !== undefined) await inserting(query, called(first.table), waiting);
    waiting = [];
  };
  const { header, rows } = await readRows(
    lines,
    async (row) => {
      if (onStranger !== undefined && !tables.has(row.table)) {
        onStranger(row.table);
        return;
      }
      if (!joins(waiting, row)) await insert();
      waiting.push(row);
      filled.add(row.table);
    },
    (job) => jobs.push(job),
  );
  await insert();
  for (const name of filled) await countedOn(query, called(name));
  return { header, rows, jobs };
};

/** Fills a database without tables with a dump, then brings it up to date. Gives the jobs. */
export const restoreIntoEmptyDatabase = async (
  under: ReadableDatabase,
  forMigrations: MigrationTarget,
  lines: readonly string[],
): Promise<readonly SavedJob[]> => {
  const { migrations } = headerSchema.parse(JSON.parse(lines[0] ?? ''));
  await applyMigrations(
    forMigrations,
    (await migrationNames()).filter((name) => !migrations.includes(name)),
  );
  const { jobs } = await runInSqlTransaction(under, (query) => restoreRows(query, lines));
  await applyMigrations(forMigrations);
  return jobs;
};
