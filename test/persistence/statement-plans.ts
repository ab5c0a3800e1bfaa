import pg from 'pg';
import { z } from 'zod';

/** A statement with the values of its first execution. */
interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

const askedSchema = z.object({ text: z.string(), values: z.array(z.unknown()).default([]) });

/** Records every statement of a pool from now on, once per text. */
export const statementsOf = (pool: pg.Pool): ReadonlyMap<string, Asked> => {
  const asked = new Map<string, Asked>();
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const heard = (...given: unknown[]): unknown => {
      const [first, second] = given;
      const parsed = askedSchema.safeParse(
        typeof first === 'string' ? { text: first, values: second } : { values: second, ...Object(first) },
      );
      if (parsed.success && !asked.has(parsed.data.text)) asked.set(parsed.data.text, parsed.data);
      return query(...given);
    };
    Object.assign(client, { query: heard });
  });
  return asked;
};

const planRows = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.unknown() })]) })]);

/** The partitions, by their numbers, in which a plan looked for rows or changed some. */
const partitionsIn = (plan: unknown): ReadonlySet<string> => {
  const found = new Set<string>();
  const look = (node: object): void => {
    const { 'Relation Name': name, 'Actual Loops': loops, Plans: below } = node as Record<string, unknown>;
    const number = /_(\d+)$/.exec(typeof name === 'string' ? name : '')?.[1];
    if (number !== undefined && loops !== 0) found.add(number);
    for (const each of Array.isArray(below) ? below : []) look(each);
  };
  look(Object(plan));
  return found;
};

/**
 * The number of partitions that a statement touches, in a transaction that is rolled back. Undefined if it cannot be
 * executed again.
 */
export const partitionsAskedBy = async (url: string, { text, values }: Asked): Promise<number | undefined> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('BEGIN');
    // Plans for large tables, since PostgreSQL scans small ones sequentially.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await client.query(`SET LOCAL enable_${way} = off`);
    const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, [...values]);
    const [{ 'QUERY PLAN': plans }] = planRows.parse(rows);
    return partitionsIn(plans[0].Plan).size;
  } catch {
    return undefined;
  } finally {
    await client.query('ROLLBACK').catch(() => {});
    await client.end();
  }
};
