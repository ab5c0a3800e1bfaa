import pg from 'pg';
import { expect, test } from 'vitest';
import { createStatementNames, withPreparedStatements } from '../../src/persistence/prepared-statements.ts';
import { newPostgres } from '../shared.ts';

/** Number of uses after which a statement is prepared. */
const often = 6;
const given = (names: ReturnType<typeof createStatementNames>, text: string, times = often): string | undefined => {
  let name: string | undefined;
  for (let n = 0; n < times; n++) name = names.nameFor(text);
  return name;
};

test('a statement is prepared at its fifth use, under one fixed name', () => {
  const names = createStatementNames();
  expect(given(names, 'SELECT 1', often - 1)).toBeUndefined();
  const name = names.nameFor('SELECT 1');
  expect(name).toMatch(/^.{20,63}$/);
  expect(names.nameFor('SELECT 1')).toBe(name);
  expect(given(names, 'SELECT 2')).not.toBe(name);
});

test('statements used once never displace a repeated one', () => {
  const names = createStatementNames();
  for (let n = 0; n < 2000; n++) {
    expect(names.nameFor(`SELECT ${n} AS once`)).toBeUndefined();
    if (n % 300 === 0) names.nameFor('SELECT again');
  }
  expect(names.nameFor('SELECT again')).toBeDefined();
});

test('at most 48 statements are prepared', () => {
  const names = createStatementNames();
  const named = Array.from({ length: 60 }, (_, n) => given(names, `SELECT ${n}`));
  expect(named.filter((name) => name !== undefined)).toHaveLength(48);
  expect(names.nameFor('SELECT 0')).toBe(named[0]);
});

const open = async (): Promise<{
  readonly pool: pg.Pool;
  readonly ask: (text: string, value: number) => Promise<unknown>;
}> => {
  const pool = withPreparedStatements(new pg.Pool({ connectionString: await newPostgres(), max: 1 }));
  return { pool, ask: async (text, value) => (await pool.query({ text, values: [value], rowMode: 'array' })).rows };
};
const prepared = async (pool: pg.Pool): Promise<unknown> =>
  (await pool.query('SELECT statement FROM pg_prepared_statements')).rows.map(({ statement }) => statement);

const twice = 'SELECT 2 * $1::int';

test('repeated statements are prepared in PostgreSQL, and return the same results', async () => {
  const { pool, ask } = await open();
  for (let n = 0; n < 12; n++) expect(await ask(twice, n)).toEqual([[2 * n]]);
  expect(await ask('SELECT 3 * $1::int', 1)).toEqual([[3]]);
  expect(await prepared(pool)).toEqual([twice]);
  await expect(ask('SELECT 1 / $1::int', 0)).rejects.toThrow('division by zero');
  await pool.end();
});

test('behind a connection pooler nothing is prepared, and each query works', async () => {
  const { pool, ask } = await open();
  for (let n = 0; n < often; n++) await ask(twice, n);
  expect(await prepared(pool)).toEqual([twice]);
  await pool.query('DEALLOCATE ALL');
  for (let n = 0; n < 2 * often; n++) {
    expect(await ask(twice, n)).toEqual([[2 * n]]);
    expect(await ask('SELECT 3 * $1::int', n)).toEqual([[3 * n]]);
  }
  expect(await prepared(pool)).toEqual([]);
  await pool.end();
});

test('a statement name already in use on the connection does no harm', async () => {
  const { pool, ask } = await open();
  const name = given(createStatementNames(), twice);
  await pool.query(`PREPARE "${name}" AS SELECT 'another''s'`);
  for (let n = 0; n < 2 * often; n++) expect(await ask(twice, n)).toEqual([[2 * n]]);
  await pool.end();
});

test('after a migration a statement returns the new columns', async () => {
  const { pool, ask } = await open();
  await pool.query('CREATE TABLE kept (id int, name text)');
  await pool.query(`INSERT INTO kept VALUES (1, '7')`);
  const all = 'SELECT * FROM kept WHERE id = $1';
  for (let n = 0; n < often; n++) {
    expect(await ask(all, 1)).toEqual([[1, '7']]);
    await ask(twice, n);
  }
  await pool.query('ALTER TABLE kept ALTER name TYPE int USING name::int');
  for (let n = 0; n < 2 * often; n++) expect(await ask(all, 1)).toEqual([[1, 7]]);
  for (let n = 0; n < 2 * often; n++) expect(await ask(twice, n)).toEqual([[2 * n]]);
  expect(await prepared(pool)).toContain(twice);
  await pool.end();
});

test('a query that fails for another reason is not repeated', async () => {
  const { pool, ask } = await open();
  await pool.query('CREATE SEQUENCE given');
  const text = `SELECT nextval('given')::int / $1::int`;
  for (let n = 1; n <= often; n++) expect(await ask(text, 1)).toEqual([[n]]);
  await expect(ask(text, 0)).rejects.toMatchObject({ code: '22012' });
  expect(await ask(text, 1)).toEqual([[often + 2]]);
  await pool.end();
});
